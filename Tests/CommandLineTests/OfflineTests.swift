import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite("Without a network")
struct OfflineTests {
  private let stage: Stage
  private let dictionaries: String

  init() throws {
    stage = try Stage()
    dictionaries = stage.folder.path + "/dictionaries/transcriptor/dictd"
    try FileManager.default.createDirectory(atPath: dictionaries, withIntermediateDirectories: true)
    try install()
  }

  private func install() throws {
    try DictionaryFixture(
      "freedict-pol-rus",
      entries: [("sowa", "Sowa /x/ <n>\n1. сова\n"), ("kotozz", "Kotozz /x/ <n>\n1. кот\n")]
    ).write(to: dictionaries)
  }

  /// No key, and only the test's own dictionary.
  private var environment: [String: String] {
    stage.hurried([
      "GEMINI_API_KEY": nil, "TRANSCRIPTOR_BASE_URL": nil, "TRANSCRIPTOR_ENGINE": "on-device",
      "XDG_DATA_HOME": stage.folder.path + "/dictionaries",
    ])
  }

  @Test(
    "The dictionaries translate without opening one socket to a network",
    .enabled(if: access("/usr/bin/strace", X_OK) == 0))
  func noSocket() async throws {
    try stage.drop(["sowa.txt": "sowa"])
    let trace = stage.folder.path + "/trace"
    let outcome = try await ChildProcess.run(
      "strace",
      ["-f", "-qq", "-e", "trace=socket,renameat2", "-o", trace, BuiltProgram.transcriptor.path, "run"],
      environment: environment)
    #expect(outcome.status == .exit(0), "\(outcome.error)")
    #expect(stage.files(in: "outbox") == ["sowa.json", "sowa.txt"])
    let calls = try String(contentsOf: URL(filePath: trace), encoding: .utf8)
    #expect(calls.contains("renameat2"))
    #expect(!calls.contains("AF_INET"))
  }

  @Test(
    "A watch that starts with no network takes texts in hand, waits, and hands them back at its end",
    .enabled(if: geteuid() == 0))
  func noRoute() async throws {
    try stage.drop(["kot.txt": "kot"])
    let watch = try ChildProcess.start(
      "unshare", ["--net", BuiltProgram.transcriptor.path, "watch"],
      environment: stage.hurried(["TRANSCRIPTOR_BASE_URL": nil]))
    #expect(await eventually { stage.files(in: "inbox") == [] })
    #expect(try await stage.status().failed == 0)
    watch.signal(SIGTERM)
    let outcome = try await watch.finish()
    #expect(outcome.status == .exit(0))
    #expect(stage.files(in: "inbox") == ["kot.txt"])
    #expect(stage.work == [])
    #expect(stage.files(in: "failed") == [])
  }

  @Test("Texts whose dictionary was removed while they waited are put aside with the remedy, for a retry")
  func removedDictionary() async throws {
    func run() async throws -> ChildProcess.Status {
      try await BuiltProgram.transcriptor.run(["run"], environment: environment).status
    }
    // No dictionary that the machine may have knows this word.
    try stage.drop(["kot.txt": "kotozz"])
    for name in try FileManager.default.contentsOfDirectory(atPath: dictionaries) {
      unlink(dictionaries + "/" + name)
    }
    #expect(try await run() == .exit(1))
    #expect(stage.files(in: "failed") == ["kot.txt", "kot.txt.error.json"])
    #expect(try stage.bytes("failed/kot.txt") == Array("kotozz".utf8))
    #expect(try !stage.failure("kot.txt.error.json").hint.isEmpty)
    try install()
    _ = try await BuiltProgram.transcriptor.run(["retry", "--all"], environment: environment)
    #expect(try await run() == .exit(0))
    #expect(stage.files(in: "done") == ["kot.txt"])
    #expect(stage.files(in: "failed") == [])
  }
}
