import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

@Suite("Rights", .enabled(if: geteuid() == 0))
struct PermissionTests {
  private static let owner: UInt32 = 65_534
  private static let stranger: UInt32 = 65_533

  private let stage: Stage

  init() throws {
    stage = try Stage()
    chmod(stage.folder.path, 0o755)
  }

  /// Makes the group's folders with texts and gives all of it to a user.
  private func give(_ texts: [String: String], to user: UInt32 = owner) throws {
    for folder in ["inbox", "outbox", "done", "failed"] {
      try FileManager.default.createDirectory(
        atPath: stage.group.path + "/" + folder, withIntermediateDirectories: true)
    }
    try stage.drop(texts)
    chown(stage.group.path, user, user)
    for name in try FileManager.default.subpathsOfDirectory(atPath: stage.group.path) {
      lchown(stage.group.path + "/" + name, user, user)
    }
  }

  /// Runs `transcriptor` as the group's owner.
  private func run(_ arguments: String..., user: UInt32 = owner) async throws -> ChildProcess.Outcome {
    try await BuiltProgram.transcriptor.run(arguments, environment: stage.hurried, user: user)
  }

  private func mode(_ path: String) -> UInt32 {
    var status = stat()
    return stat(stage.group.path + "/" + path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  @Test(
    "A folder of results that can't be written ends a run with status 73 before anything is sent",
    arguments: ["outbox", "done", "failed", "."])
  func unwritable(folder: String) async throws {
    try give(["dom.txt": "dom"])
    chmod(stage.group.path + "/" + folder, 0o555)
    let outcome = try await run("run")
    #expect(outcome.status == .exit(73))
    #expect(outcome.error.contains(folder == "." ? stage.group.path : "/" + folder))
    #expect(stage.gemini.requestCount == 0)
    #expect(stage.files(in: "inbox") == ["dom.txt"])
    chmod(stage.group.path + "/" + folder, 0o755)
    #expect(try await run("run").status == .exit(0))
    #expect(stage.files(in: "done") == ["dom.txt"])
  }

  @Test("A text that can't be read is put aside as it is, and the others go on")
  func unreadable() async throws {
    try give(["dom.txt": "dom", "secret.txt": "secret"])
    let secret = stage.group.path + "/inbox/secret.txt"
    chown(secret, 0, 0)
    chmod(secret, 0o600)
    let outcome = try await run("run")
    #expect(outcome.status == .exit(1))
    #expect(stage.gemini.exchanges.map(\.text) == ["dom"])
    #expect(stage.files(in: "failed") == ["secret.txt", "secret.txt.error.json"])
    #expect(try stage.failure("secret.txt.error.json").code == "unreadable")
    #expect(try stage.bytes("failed/secret.txt") == Array("secret".utf8))
  }

  @Test("A folder in the inbox that can't be entered or written is told once, and the others go on")
  func closedFolder() async throws {
    try give(["dom.txt": "dom", "closed/a.txt": "closed", "fixed/b.txt": "fixed"])
    chown(stage.group.path + "/inbox/closed", 0, 0)
    chmod(stage.group.path + "/inbox/closed", 0o700)
    chown(stage.group.path + "/inbox/fixed", 0, 0)
    let outcome = try await run("run")
    #expect(outcome.status == .exit(73))
    #expect(stage.files(in: "done") == ["dom.txt"])
    #expect(stage.files(in: "inbox") == ["closed/a.txt", "fixed/b.txt"])
    #expect(outcome.error.split(separator: "\n").count { $0.contains("closed") } == 1)
    #expect(outcome.error.split(separator: "\n").count { $0.contains("fixed/b.txt") } == 1)
    #expect(stage.work == [])
  }

  @Test(
    "A group of another user is set-up trouble, whatever its rights", arguments: [0o700, 0o755] as [UInt32])
  func foreign(mode: UInt32) async throws {
    try give(["dom.txt": "dom"])
    chmod(stage.group.path, mode)
    for command in ["run", "status"] {
      let outcome = try await run(command, user: Self.stranger)
      #expect(outcome.status == .exit(78), "\(command)")
      #expect(outcome.error.contains(stage.group.path), "\(command)")
    }
    #expect(stage.gemini.requestCount == 0)
    #expect(stage.files(in: "inbox") == ["dom.txt"])
  }

  @Test("An inbox that others may drop into works, while all else is the owner's")
  func sharedInbox() async throws {
    try give([:])
    chmod(stage.group.path, 0o711)
    chmod(stage.group.path + "/inbox", 0o1777)
    let dropped = try await ChildProcess.run(
      "/bin/sh",
      [
        "-c", "printf dom >\"$0/dom.txt\" && mkdir \"$0/ja\" && printf kot >\"$0/ja/kot.txt\"",
        stage.group.path + "/inbox",
      ],
      environment: stage.environment, user: Self.stranger)
    #expect(dropped.status == .exit(0))
    let outcome = try await run("run")
    #expect(stage.files(in: "done") == ["dom.txt"])
    #expect(outcome.error.contains("ja/kot.txt"))
    // The stranger's own folder can only be emptied where the stranger lets others do so.
    chmod(stage.group.path + "/inbox/ja", 0o777)
    #expect(try await run("run").status == .exit(0))
    #expect(stage.files(in: "done") == ["dom.txt", "ja/kot.txt"])
    #expect(try stage.result("ja/kot.json").targetLanguage == "ja")
  }

  @Test(
    "Results follow the umask; history, settings and working area are the owner's alone",
    arguments: ["022", "077", "027", "000"])
  func umask(mask: String) async throws {
    try stage.drop(["sub/dom.txt": "dom"])
    try stage.drop([0], as: "inbox/sub/bad.bin")
    for folder in ["outbox", "done", "failed"] {
      try FileManager.default.createDirectory(
        atPath: stage.group.path + "/" + folder, withIntermediateDirectories: true)
    }
    let script = "umask \(mask); \"$0\" settings set detailLevel detailed && exec \"$0\" run"
    let outcome = try await ChildProcess.run(
      "/bin/sh", ["-c", script, BuiltProgram.transcriptor.path], environment: stage.hurried)
    #expect(outcome.status == .exit(1))
    let bits = try #require(UInt32(mask, radix: 8))
    for file in ["outbox/sub/dom.json", "outbox/sub/dom.txt", "failed/sub/bad.bin.error.json"] {
      #expect(mode(file) == 0o666 & ~bits, "\(file)")
    }
    for file in ["history.sqlite", "settings.json"] { #expect(mode(file) == 0o600, "\(file)") }
    #expect(mode(".work") == 0o700)
    #expect(mode("outbox/sub") == 0o755 & ~bits)
  }
}
