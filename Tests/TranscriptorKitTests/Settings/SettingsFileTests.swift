import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("Settings files")
struct SettingsFileTests {
  private let folder = TemporaryFolder()
  private var group: AppGroup { AppGroup(path: folder.path + "/group") }
  private var config: ConfigFolder { ConfigFolder(path: folder.path + "/config/transcriptor") }

  private func write(_ text: String, to path: String, mode: mode_t = 0o600) throws {
    let parent = path.prefix { _ in true }.split(separator: "/").dropLast().joined(separator: "/")
    try FileManager.default.createDirectory(
      atPath: "/" + parent, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Data(text.utf8).write(to: URL(filePath: path))
    chmod(path, mode)
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  private func trouble(_ file: SettingsFile) -> TranslationTrouble? {
    #expect(throws: TranslationTrouble.self) { try file.values() }
  }

  @Test("A missing file sets nothing")
  func missing() throws {
    #expect(try SettingsFile(of: group).values().isEmpty)
    #expect(try SettingsFile(in: config).values().isEmpty)
  }

  @Test("What is set is read again, for this user alone, beside what somebody else put there")
  func roundTrip() throws {
    try write(#"{"later": [1.50], "maxConcurrent": 4}"#, to: group.settingsPath)
    chmod(group.path, 0o700)
    let file = SettingsFile(of: group)
    try file.set(.maxConcurrent, to: .integer(16))
    try file.set(.pollInterval, to: .seconds(0.2))
    #expect(try file.values() == [.maxConcurrent: .integer(16), .pollInterval: .seconds(0.2)])
    #expect(try file.unknownMembers() == ["later"])
    #expect(mode(group.settingsPath) == 0o600)
    let text = try String(contentsOf: URL(filePath: group.settingsPath), encoding: .utf8)
    #expect(text.hasPrefix("{\n  \"later\": [1.50],\n  \"maxConcurrent\": 16"))
    #expect(try file.set(.maxConcurrent, to: nil))
    #expect(try !file.set(.maxConcurrent, to: nil))
    #expect(try file.values() == [.pollInterval: .seconds(0.2)])
    let left = try FileManager.default.contentsOfDirectory(atPath: group.path).filter {
      $0.contains("settings")
    }
    // The lock stays: whoever waits for it holds the same file.
    #expect(left.sorted() == [".settings.json.lock", "settings.json"])
  }

  @Test(
    "What is no file in the place of the group's settings is told as what it is, and not waited for",
    arguments: ["a directory", "a named pipe", "a symbolic link"])
  func noFile(kind: String) throws {
    mkdir(group.path, 0o700)
    switch kind {
    case "a directory": mkdir(group.settingsPath, 0o700)
    case "a named pipe": mkfifo(group.settingsPath, 0o600)
    default: symlink("/etc/hostname", group.settingsPath)
    }
    let trouble = trouble(SettingsFile(of: group))
    #expect(trouble?.kind == .setup)
    #expect(trouble?.message == "\(group.settingsPath) is \(kind), not a file.")
    #expect(trouble?.hint.isEmpty == false)
  }

  @Test("A sentence about a file that is no JSON ends once", arguments: ["{", "nonsense", "[]", "{} x", ""])
  func oneFullStop(text: String) throws {
    try write(text, to: group.settingsPath)
    let message = try #require(trouble(SettingsFile(of: group))?.message)
    #expect(message.hasSuffix("."))
    #expect(!message.hasSuffix(".."))
  }

  @Test("What several set at the same moment is all kept")
  func concurrent() async throws {
    let file = SettingsFile(of: group)
    let keys: [(SettingKey, SettingValue)] = [
      (.maxConcurrent, .integer(3)), (.maxInputBytes, .integer(99)), (.pollInterval, .seconds(2)),
      (.settleTime, .seconds(3)), (.requestsPerMinute, .integer(7)),
    ]
    await withTaskGroup(of: Void.self) { tasks in
      for (key, value) in keys {
        tasks.addTask { #expect(throws: Never.self) { try file.set(key, to: value) } }
      }
    }
    #expect(try file.values() == Dictionary(uniqueKeysWithValues: keys))
  }

  @Test(
    "Whatever step a setting dies at, the file is the old or the new one, whole, and the next setting works")
  func death() throws {
    for scope in [SettingKey.model, .baseURL] {
      var number = 0
      var probe: DiskProbe
      repeat {
        number += 1
        let folder = TemporaryFolder(inMemory: true)
        let group = AppGroup(path: folder.path + "/group")
        let config = ConfigFolder(path: folder.path + "/config/deep")
        let file = scope == .model ? SettingsFile(of: group) : SettingsFile(in: config)
        let (old, new) =
          scope == .model
          ? (SettingValue.text("one"), SettingValue.text("two"))
          : (.text("https://one.example"), .text("https://two.example"))
        if number % 2 == 0 { try file.set(scope, to: old) }
        probe = DiskProbe(dyingAt: number / 2 + 1)
        _ = try errorNumber { _ = try file.set(scope, to: new, hook: probe.hook) }
        let value = try file.values()[scope]
        #expect(value == (number % 2 == 0 ? old : nil) || value == new, "died at step \(number / 2 + 1)")
        try file.set(scope, to: new)
        #expect(try file.values()[scope] == new)
      } while probe.hasRefused || number < 8
      #expect(number > 8)
    }
  }

  @Test("What a setting that was killed left is removed by the next; that of a living process is left alone")
  func leftovers() throws {
    let file = SettingsFile(of: group)
    try file.set(.model, to: .text("one"))
    for name in [".settings.json.7", ".settings.json.8"] { try write("{", to: group.path + "/" + name) }
    let living = try FileLock.take(FileName(".settings.json.8"), in: Directory(path: group.path))
    try file.set(.model, to: .text("two"))
    let hidden = Files.names(below: group.path).filter { $0.hasPrefix(".settings.json.") }
    #expect(hidden == [".settings.json.8", ".settings.json.lock"])
    withExtendedLifetime(living) {}
  }

  @Test("The user's own file is made with the folders above it, for this user alone")
  func personal() throws {
    let file = SettingsFile(in: config)
    try file.set(.apiKeyCommand, to: .list(["pass", "show", "a b"]))
    #expect(try file.values() == [.apiKeyCommand: .list(["pass", "show", "a b"])])
    #expect(mode(config.settingsPath) == 0o600)
    #expect(mode(config.path) == 0o700)
  }

  @Test(
    "A bad value is set-up trouble that names the file, the setting and what is allowed",
    arguments: [
      (SettingKey.maxConcurrent, "0"), (.maxConcurrent, "\"8\""), (.targetLanguage, "\"english\""),
      (.settleTime, "-1"), (.engine, "\"both\""), (.maxInputBytes, "1e99"),
    ])
  func badValue(key: SettingKey, json: String) throws {
    try write("{\"\(key.rawValue)\": \(json)}", to: group.settingsPath)
    let trouble = trouble(SettingsFile(of: group))
    #expect(trouble?.kind == .setup)
    #expect(trouble?.message.contains(group.settingsPath) == true)
    #expect(trouble?.message.contains(key.rawValue) == true)
    #expect(trouble?.message.contains(key.kind.allowed) == true)
  }

  @Test("A file that is no JSON is set-up trouble, and is never written over")
  func notJSON() throws {
    try write("{\"maxConcurrent\": 4", to: group.settingsPath)
    let file = SettingsFile(of: group)
    #expect(trouble(file)?.message.contains(file.path) == true)
    #expect(throws: TranslationTrouble.self) { try file.set(.model, to: .text("m")) }
    #expect(try String(contentsOf: URL(filePath: file.path), encoding: .utf8) == "{\"maxConcurrent\": 4")
  }

  @Test(
    "What could lead the key elsewhere is refused in the file that programs share",
    arguments: ["baseURL", "apiVersion", "apiKeyCommand", "apiKey"])
  func personalInShared(name: String) throws {
    try write("{\"\(name)\": \"https://evil.example\"}", to: group.settingsPath)
    let trouble = trouble(SettingsFile(of: group))
    #expect(trouble?.kind == .setup)
    #expect(trouble?.message.contains(group.settingsPath) == true)
    #expect(trouble?.message.contains(name) == true)
  }

  @Test(
    "The user's own file is refused where others have any right to it",
    arguments: [0o640, 0o604, 0o660, 0o602])
  func looseRights(mode: mode_t) throws {
    try write("{}", to: config.settingsPath, mode: mode)
    let trouble = trouble(SettingsFile(in: config))
    #expect(trouble?.kind == .setup)
    #expect(trouble?.hint.contains("chmod 600 '\(config.settingsPath)'") == true)
  }

  @Test("The group's file is refused where others can write to it, and may be read by them")
  func sharedRights() throws {
    try write("{}", to: group.settingsPath, mode: 0o644)
    #expect(try SettingsFile(of: group).values().isEmpty)
    chmod(group.settingsPath, 0o664)
    #expect(trouble(SettingsFile(of: group))?.hint.contains("chmod go-w") == true)
  }

  @Test("No link is followed below the group")
  func linkInGroup() throws {
    try write("{}", to: folder.path + "/elsewhere")
    try write("{}", to: group.settingsPath)
    unlink(group.settingsPath)
    symlink(folder.path + "/elsewhere", group.settingsPath)
    #expect(trouble(SettingsFile(of: group))?.kind == .setup)
  }

  @Test("The user's own file may be a link of the user's own, as keepers of dot files make them")
  func ownLink() throws {
    try write(#"{"apiVersion": "v1"}"#, to: folder.path + "/dotfiles")
    try write("{}", to: config.settingsPath)
    unlink(config.settingsPath)
    symlink(folder.path + "/dotfiles", config.settingsPath)
    #expect(try SettingsFile(in: config).values() == [.apiVersion: .text("v1")])
  }

  @Test("Another user's file, or link, is refused", .enabled(if: geteuid() == 0))
  func otherOwner() throws {
    try write("{}", to: config.settingsPath)
    chown(config.settingsPath, 65534, 65534)
    #expect(trouble(SettingsFile(in: config))?.kind == .setup)
    try write("{}", to: folder.path + "/dotfiles")
    unlink(config.settingsPath)
    symlink(folder.path + "/dotfiles", config.settingsPath)
    lchown(config.settingsPath, 65534, 65534)
    #expect(trouble(SettingsFile(in: config))?.kind == .setup)
    try write("{}", to: group.settingsPath)
    chown(group.settingsPath, 65534, 65534)
    #expect(trouble(SettingsFile(of: group))?.kind == .setup)
  }
}
