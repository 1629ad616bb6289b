import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

@Suite("Without a network")
struct OfflineTests {
  private let stage: Stage

  init() throws { stage = try Stage(inMemory: true) }

  private var dictionaries: String { stage.folder.path + "/.local/share/transcriptor/dictd" }

  /// A dictionary for a pair that no package has.
  private func install() throws {
    try FileManager.default.createDirectory(atPath: dictionaries, withIntermediateDirectories: true)
    let entries = [(key: "kot", text: "kot <n>\nfelis\n"), (key: "pies", text: "pies <n>\ncanis\n")]
    try DictionaryFixture("freedict-pol-lat", entries: entries).write(to: dictionaries)
  }

  private var onDevice: [String: String] {
    stage.hurried([
      "GEMINI_API_KEY": nil, "TRANSCRIPTOR_TARGET_LANGUAGE": "la", "TRANSCRIPTOR_ENGINE": "on-device",
    ])
  }

  @Test(
    "With the dictionaries chosen not one socket is opened",
    .enabled(if: access("/usr/bin/strace", X_OK) == 0, "there is no strace"))
  func noSocket() async throws {
    try install()
    try stage.drop(["kot.txt": "kot", "sentence.txt": "Ala ma kota, a kot ma Alę."])
    let trace = stage.folder.path + "/trace"
    let outcome = try await ChildProcess.run(
      "/usr/bin/strace",
      ["-f", "-qq", "-e", "trace=network,execve", "-o", trace, BuiltProgram.transcriptor.path, "run"],
      environment: onDevice)
    #expect(outcome.status == .exit(1))
    #expect(stage.files(in: "done") == ["kot.txt"])
    let calls = try String(contentsOf: URL(filePath: trace), encoding: .utf8).split(separator: "\n")
    #expect(calls.contains { $0.contains("execve(") })
    #expect(calls.filter { !$0.contains("execve(") } == [])
  }

  @Test(
    "A run that starts without any route ends with status 75, and its texts wait untouched",
    .enabled(if: geteuid() == 0, "only root can take the network away"))
  func noRoute() async throws {
    let texts = Stage.texts(30)
    try stage.drop(texts)
    let environment = stage.hurried(["TRANSCRIPTOR_BASE_URL": "https://generativelanguage.googleapis.com"])
    let outcome = try await ChildProcess.run(
      "unshare", ["--net", BuiltProgram.transcriptor.path, "run", "--json"], environment: environment)
    #expect(outcome.status == .exit(75))
    #expect(try decode([String: Int].self, outcome.output) == ["translated": 0, "failed": 0, "waiting": 30])
    #expect(outcome.error.split(separator: "\n").count == 1)
    #expect(stage.files(in: "inbox") == texts.keys.sorted())
    #expect(stage.files(in: "failed") == [])
    // What failed for the network's sake counts against no text.
    #expect(try await stage.hurry("run").status == .exit(0))
    let faults = try stage.faults(after: texts)
    #expect(faults == [])
  }

  @Test(
    "A watch that starts without any route takes texts in hand, waits, and hands them back at its end",
    .enabled(if: geteuid() == 0, "only root can take the network away"))
  func watchWithoutRoute() async throws {
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

  @Test(
    "A text whose dictionary was removed while it waited is put aside with what to do, and retry translates it"
  )
  func removedDictionary() async throws {
    try install()
    let watch = try stage.start("watch", environment: onDevice)
    try stage.drop(["kot.txt": "kot"])
    #expect(await eventually { stage.files(in: "done") == ["kot.txt"] })
    try FileManager.default.removeItem(atPath: dictionaries)
    try stage.drop(["pies.txt": "pies"])
    #expect(await eventually { stage.files(in: "failed") == ["pies.txt", "pies.txt.error.json"] })
    #expect(try stage.bytes("failed/pies.txt") == Array("pies".utf8))
    let failure = try stage.failure("pies.txt.error.json")
    #expect(["needs-download", "unsupported-pair"].contains(failure.code))
    #expect(!failure.message.isEmpty && !failure.hint.isEmpty)
    try install()
    #expect(try await stage.hurry("retry", "pies.txt").status == .exit(0))
    #expect(await eventually { stage.files(in: "done") == ["kot.txt", "pies.txt"] })
    #expect(stage.files(in: "failed") == [])
    watch.signal(SIGTERM)
    #expect(try await watch.finish().status == .exit(0))
  }
}
