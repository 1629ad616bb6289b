import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("Where the key comes from")
struct KeySourceTests {
  private let folder = TemporaryFolder()
  private var config: ConfigFolder { ConfigFolder(path: folder.path + "/config") }

  private func first(_ environment: [String: String], command: [String]? = nil) throws -> KeySource? {
    try KeySource.first(environment: environment, configFolder: config, command: command)
  }

  private func key(of source: KeySource, environment: [String: String] = [:]) async throws -> String {
    try await source.read(environment: environment).secret
  }

  private func trouble(
    of source: KeySource, environment: [String: String] = [:]
  ) async -> TranslationTrouble? {
    await #expect(throws: TranslationTrouble.self) { try await source.read(environment: environment) }
  }

  @Test("The first that is set wins, in the fixed order")
  func order() async throws {
    #expect(try first([:]) == nil)
    try KeyFile(in: config).store(try #require(APIKey("from-file")))
    #expect(try first([:]) == .file(config.keyPath))
    #expect(try first([:], command: ["echo"]) == .command(["echo"]))
    let credential = folder.path + "/gemini-api-key"
    var environment = ["CREDENTIALS_DIRECTORY": folder.path]
    // Other credentials alone do not set this one.
    #expect(try first(environment, command: ["echo"]) == .command(["echo"]))
    try Data("from-credential\n".utf8).write(to: URL(filePath: credential))
    #expect(try first(environment, command: ["echo"]) == .credential(credential))
    environment["GOOGLE_API_KEY"] = "from-google"
    #expect(try first(environment, command: ["echo"]) == .variable("GOOGLE_API_KEY"))
    environment["GEMINI_API_KEY"] = "from-gemini"
    #expect(try first(environment, command: ["echo"]) == .variable("GEMINI_API_KEY"))
    environment["GEMINI_API_KEY"] = ""
    #expect(try first(environment) == .variable("GOOGLE_API_KEY"))

    #expect(try await key(of: .file(config.keyPath)) == "from-file")
    #expect(try await key(of: .credential(credential)) == "from-credential")
    #expect(try await key(of: .variable("GOOGLE_API_KEY"), environment: environment) == "from-google")
  }

  @Test("The file is kept for this user alone, and removed as told")
  func keyFile() throws {
    let file = KeyFile(in: config)
    try file.store(try #require(APIKey("one")))
    try file.store(try #require(APIKey("two")))
    var status = stat()
    #expect(stat(file.path, &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o600)
    #expect(try String(contentsOf: URL(filePath: file.path), encoding: .utf8) == "two\n")
    #expect(try file.remove())
    #expect(try !file.remove())
  }

  @Test(
    "A file that others have any right to is refused with the command that mends it",
    arguments: [0o640, 0o604])
  func looseFile(mode: mode_t) async throws {
    try KeyFile(in: config).store(try #require(APIKey("secret")))
    chmod(config.keyPath, mode)
    let trouble = await trouble(of: .file(config.keyPath))
    #expect(trouble?.kind == .setup)
    #expect(trouble?.hint.contains("chmod 600 '\(config.keyPath)'") == true)
  }

  @Test("A link that leads nowhere is a source that is set and fails")
  func brokenLink() async throws {
    try FileManager.default.createDirectory(atPath: config.path, withIntermediateDirectories: true)
    symlink("/nowhere", config.keyPath)
    #expect(try first([:]) == .file(config.keyPath))
    #expect(await trouble(of: .file(config.keyPath))?.kind == .setup)
  }

  @Test(
    "What is no key is set-up trouble that does not quote it", arguments: ["", " \n", "two words", "käse"])
  func noKey(text: String) async throws {
    let trouble = await trouble(of: .variable("GEMINI_API_KEY"), environment: ["GEMINI_API_KEY": text])
    #expect(trouble?.kind == .setup)
    #expect(trouble?.message.contains("GEMINI_API_KEY") == true)
    if !text.trimmed.isEmpty { #expect(trouble?.message.contains(text) == false) }
  }

  @Test("A command's first line is the key; it runs without a shell and without keys in its environment")
  func command() async throws {
    #expect(try await key(of: .command(["printf", "%s\\nsecond\\n", "$HOME"])) == "$HOME")
    let script = #"echo "${GEMINI_API_KEY:-none}-${GOOGLE_API_KEY:-none}-$OTHER""#
    let environment = ["GEMINI_API_KEY": "a", "GOOGLE_API_KEY": "b", "OTHER": "c"]
    #expect(
      try await key(of: .command(["/bin/sh", "-c", script]), environment: environment) == "none-none-c")
  }

  @Test("A command has nothing on its input and no open file of ours")
  func commandFiles() async throws {
    let answer = try await key(of: .command(["/bin/sh", "-c", "cat; ls /proc/self/fd | wc -l"]))
    // 0, 1, 2 and the folder that ls itself reads.
    #expect(answer == "4")
  }

  @Test(
    "A command that fails is set-up trouble",
    arguments: [
      (["/bin/sh", "-c", "echo key; exit 3"], "exit status 3"),
      (["/bin/sh", "-c", "kill -9 $$"], "signal 9"),
      (["true"], "printed nothing"), (["/no/such/program"], "can't be started"),
      (["/bin/sh", "-c", "echo 'is locked' >&2; exit 1"], "exit status 1"),
    ])
  func failingCommand(words: [String], saying: String) async throws {
    let trouble = await trouble(of: .command(words))
    #expect(trouble?.kind == .setup)
    #expect(trouble?.message.contains(saying) == true)
  }

  @Test(
    "Nothing that a failing command says is passed on, since it may hold the key",
    arguments: [
      "echo AQ.secret; echo can not use AQ.secret >&2; exit 1", "set -x; : AQ.secret; exit 1",
      "echo AQ.secret >&2",
    ])
  func complaint(script: String) async throws {
    let trouble = try #require(await trouble(of: .command(["/bin/sh", "-c", script])))
    #expect(trouble.kind == .setup)
    #expect(!trouble.description.contains("secret"))
  }

  @Test("A command that takes too long is stopped with all that it started")
  func slowCommand() async throws {
    let pidFile = folder.path + "/pid"
    let command = KeyCommand(
      words: ["/bin/sh", "-c", "sleep 60 & echo $! >'\(pidFile)'; wait"], environment: [:],
      limit: .seconds(2))
    let error = await #expect(throws: TranslationTrouble.self) { try await command.firstLine() }
    #expect(error?.message.contains("took longer") == true)
    let text = try String(contentsOf: URL(filePath: pidFile), encoding: .utf8)
    let pid = try #require(pid_t(text.trimmed))
    // Whoever inherits it may be slow to bury it; a zombie has ended too.
    let hasEnded = await eventually {
      let line = try? String(contentsOf: URL(filePath: "/proc/\(pid)/stat"), encoding: .utf8)
      let state = line?.split(separator: ")").last?.split(separator: " ").first
      return state == nil || state == "Z"
    }
    #expect(hasEnded)
  }

  @Test("A child that holds the pipe open does not keep the key back")
  func lingeringChild() async throws {
    // The command's time limit would end before the pipe does.
    let command = KeyCommand(words: ["/bin/sh", "-c", "sleep 60 & echo key"], environment: [:])
    #expect(try await command.firstLine() == "key")
  }
}
