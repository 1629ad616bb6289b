import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

@Suite("Trouble")
struct TroubleTests {
  private let stage: Stage

  init() throws { stage = try Stage() }

  /// A service that is out of order for longer than any run waits.
  private static let outage = GeminiReaction.fail(503, "UNAVAILABLE", headers: ["Retry-After: 300"])
  /// A service that turns one text away, with nothing said of when it would take it.
  private static let turnedAway = GeminiReaction.reply(status: 418, body: "")
  private static let wrongKey = GeminiReaction.fail(
    400, "INVALID_ARGUMENT", "API key not valid.",
    details: #"{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID"}"#)

  /// Expects that texts lie where they were dropped, and that nothing else came of them.
  private func expectUntouched(_ names: [String]) {
    #expect(stage.files(in: "inbox") == names)
    #expect(stage.work == [])
    for folder in ["outbox", "failed", "done"] { #expect(stage.files(in: folder) == []) }
  }

  @Test("What was wrong with one command is told by status until one finds nothing wrong")
  func oneCommandsTrouble() async throws {
    try stage.drop(["dom.txt": "dom"])
    let wrong = stage.hurried(["TRANSCRIPTOR_MAX_CONCURRENT": "abc"])
    #expect(try await BuiltProgram.transcriptor.run(["run"], environment: wrong).status == .exit(78))
    #expect(try await stage.status().paused?.kind == "setup")
    unlink(stage.group.path + "/inbox/dom.txt")
    #expect(try await stage.hurry("run").status == .exit(0))
    #expect(try await stage.status().paused == nil)
  }

  @Test("A wrong key ends a run with status 78, one message, and every text where it was")
  func unknownKey() async throws {
    let texts = Stage.texts(30)
    try stage.drop(texts)
    let outcome = try await BuiltProgram.transcriptor.run(
      ["run"], environment: stage.hurried(["GEMINI_API_KEY": "wrong-key-0123456789"]))
    #expect(outcome.status == .exit(78))
    #expect(outcome.output == "")
    #expect(outcome.error.split(separator: "\n").count == 2)
    #expect(outcome.error.contains("transcriptor settings set apiKey"))
    // Those that were under way together, and none after the first answer.
    #expect(stage.gemini.requestCount <= 8)
    expectUntouched(texts.keys.sorted())
  }

  @Test("Without any engine that could answer, a run ends with status 78 and asks nobody")
  func noKey() async throws {
    try stage.drop(["dom.txt": "dom"])
    for changes in [
      ["GEMINI_API_KEY": nil, "TRANSCRIPTOR_ENGINE": "gemini"], ["TRANSCRIPTOR_MODEL": "../x"],
    ] {
      let outcome = try await BuiltProgram.transcriptor.run(["run"], environment: stage.hurried(changes))
      #expect(outcome.status == .exit(78))
      #expect(stage.files(in: "inbox") == ["dom.txt"])
      #expect(stage.files(in: "failed") == [])
    }
    #expect(stage.gemini.requestCount == 0)
  }

  @Test("A watch with a wrong key pauses, says so once, and goes on by itself once the key is replaced")
  func replacedKey() async throws {
    let key = stage.config.keyPath
    func write(_ text: String) throws {
      try FileManager.default.createDirectory(atPath: stage.config.path, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(filePath: key + ".new"))
      chmod(key + ".new", 0o600)
      #expect(rename(key + ".new", key) == 0)
    }
    try write("wrong-key-0123456789")
    let texts = Stage.texts(30)
    try stage.drop(texts)
    let watch = try stage.start("watch", environment: stage.hurried(["GEMINI_API_KEY": nil]))
    #expect(await eventually { watch.writtenSoFar.error.contains("set apiKey") })
    #expect(await eventually { stage.files(in: "inbox").count == 30 })
    let paused = try await stage.status()
    #expect(paused.paused?.kind == "setup")
    #expect(paused.paused?.reason.isEmpty == false)
    #expect(paused.waiting == 30)
    #expect(paused.failed == 0)
    let asked = stage.gemini.requestCount
    try await Task.sleep(for: .seconds(1))
    #expect(stage.gemini.requestCount == asked)
    #expect(watch.writtenSoFar.error.split(separator: "\n").count == 2)

    try write(GeminiStandIn.key)
    #expect(await eventually { stage.files(in: "done").count == 30 })
    #expect(try await stage.status().paused == nil)
    watch.signal(SIGTERM)
    let outcome = try await watch.finish()
    #expect(outcome.status == .exit(0))
    #expect(outcome.error.split(separator: "\n").count == 3)
    let faults = try stage.faults(after: texts)
    #expect(faults == [])
  }

  @Test("A service that is out of order ends a run with status 75, and no text fails for it")
  func outOfOrder() async throws {
    stage.gemini.always(Self.outage)
    let texts = Stage.texts(30)
    try stage.drop(texts)
    let outcome = try await stage.hurry("run", "--json")
    #expect(outcome.status == .exit(75))
    #expect(try decode([String: Int].self, outcome.output) == ["translated": 0, "failed": 0, "waiting": 30])
    #expect(try decode(Trouble.self, outcome.error).code == "service")
    #expect(stage.gemini.requestCount <= 8)
    expectUntouched(texts.keys.sorted())

    stage.gemini.always(nil)
    #expect(try await stage.hurry("run").status == .exit(0))
    let faults = try stage.faults(after: texts)
    #expect(faults == [])
  }

  @Test("A service that nobody can reach ends a run with status 75, with the text still in the inbox")
  func unreachable() async throws {
    stage.gemini.stop()
    try stage.drop(["dom.txt": "dom"])
    let outcome = try await BuiltProgram.transcriptor.run(
      ["run"], environment: stage.hurried(["TRANSCRIPTOR_BASE_URL": "http://127.0.0.1:1"]))
    #expect(outcome.status == .exit(75))
    expectUntouched(["dom.txt"])
  }

  @Test("While the service is out of order, status tells why and until when")
  func status() async throws {
    stage.gemini.always(Self.outage)
    try stage.drop(["dom.txt": "dom"])
    let watch = try stage.start("watch")
    #expect(await eventually { !watch.writtenSoFar.error.isEmpty })
    var status = try await stage.status()
    #expect(status.paused?.kind == "service")
    let until = try #require(status.paused?.until.flatMap(Date.init(utc:)))
    #expect((200...300).contains(until.timeIntervalSinceNow))
    #expect(status.waiting == 1)
    watch.signal(SIGTERM)
    #expect(try await watch.finish().status == .exit(0))

    stage.gemini.always(nil)
    #expect(try await stage.hurry("run").status == .exit(0))
    status = try await stage.status()
    #expect(status.paused == nil)
  }

  @Test("A text that the service refuses fails alone, while the others go on")
  func blocked() async throws {
    var texts = Stage.texts(30)
    try stage.drop(texts)
    stage.gemini.script([.finish("SAFETY")], for: "słowo text 7")
    let outcome = try await stage.hurry("run")
    #expect(outcome.status == .exit(1))
    #expect(outcome.error.split(separator: "\n").count == 2)
    #expect(outcome.error.contains("text-7.txt"))
    #expect(stage.files(in: "failed") == ["text-7.txt", "text-7.txt.error.json"])
    #expect(try stage.bytes("failed/text-7.txt") == Array("słowo text 7".utf8))
    let failure = try stage.failure("text-7.txt.error.json")
    #expect(failure.clientIdentifier == "text-7.txt")
    #expect(failure.code == "blocked")
    #expect(failure.attempts == 1)
    #expect(Date(utc: failure.failedAt) != nil)

    #expect(try await stage.hurry("retry", "text-7.txt").status == .exit(0))
    #expect(stage.files(in: "failed") == [])
    #expect(try await stage.hurry("run").status == .exit(0))
    texts["text-7.txt"] = "słowo text 7"
    let faults = try stage.faults(after: texts)
    #expect(faults == [])
  }

  @Test(
    "Of several kinds of trouble the status is that of the gravest",
    arguments: [
      ([GeminiReaction.finish("SAFETY"), .answer], 1), ([.finish("SAFETY"), turnedAway], 75),
      ([turnedAway, .finish("SAFETY"), wrongKey], 78), ([outage], 75), ([.answer], 0),
    ])
  func gravest(reactions: [GeminiReaction], status: Int) async throws {
    for (number, reaction) in reactions.enumerated() {
      try stage.drop(["\(number).txt": "text \(number)"])
      stage.gemini.script([reaction], for: "text \(number)")
      // The oldest is taken first, and file times are coarse.
      try await Task.sleep(for: .milliseconds(20))
    }
    let outcome = try await stage.hurry("run", "--max-concurrent", "1")
    #expect(outcome.status == .exit(Int32(status)))
    #expect(stage.gemini.requestCount == reactions.count)
  }

  @Test("Where others can write to the group, nothing is done and the message names the remedy")
  func openGroup() async throws {
    try stage.drop(["dom.txt": "dom"])
    for place in [stage.group.path, stage.group.path + "/outbox"] {
      mkdir(place, 0o700)
      chmod(place, 0o777)
      let outcome = try await stage.hurry("run")
      #expect(outcome.status == .exit(78))
      #expect(outcome.error.contains("chmod go-w '\(place)'"))
      chmod(place, 0o700)
    }
    #expect(stage.gemini.requestCount == 0)
    #expect(try await stage.hurry("run").status == .exit(0))
    #expect(stage.files(in: "done") == ["dom.txt"])
  }

  @Test("A group that is unmounted is waited for and not made anew")
  func goneGroup() async throws {
    let watch = try stage.start("watch")
    #expect(await eventually { !stage.work.isEmpty })
    let aside = stage.group.path + "-aside"
    #expect(rename(stage.group.path, aside) == 0)
    #expect(await eventually { watch.writtenSoFar.error.contains(stage.group.path) })
    try await Task.sleep(for: .milliseconds(500))
    #expect(access(stage.group.path, F_OK) != 0)
    #expect(watch.writtenSoFar.error.split(separator: "\n").count == 1)
    #expect(rename(aside, stage.group.path) == 0)
    try stage.drop(["dom.txt": "dom"])
    #expect(await eventually { stage.files(in: "done") == ["dom.txt"] })
    watch.signal(SIGTERM)
    #expect(try await watch.finish().status == .exit(0))
  }
}
