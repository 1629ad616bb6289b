import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

@Suite("Failures")
struct FailureTests {
  private let stage: Stage

  init() throws { stage = try Stage(inMemory: true) }

  @Test(
    "Five failures of five kinds each keep their bytes and say what is wrong and what to do, and retry takes them"
  )
  func fiveKinds() async throws {
    let files: [(name: String, bytes: [UInt8], code: String, attempts: Int)] = [
      ("a.txt", [0, 1], "not-text", 0), ("ja/a.txt", Array(" \n".utf8), "empty", 0),
      ("large.txt", Array(repeating: 0x78, count: 300), "too-large", 0),
      ("blocked.txt", Array("blocked".utf8), "blocked", 1),
      ("quoted.txt", Array("quoted".utf8), "recitation", 1),
    ]
    for file in files { try stage.drop(file.bytes, as: "inbox/" + file.name) }
    stage.gemini.script([.finish("SAFETY")], for: "blocked")
    stage.gemini.script([.finish("RECITATION"), .finish("RECITATION")], for: "quoted")
    #expect(try await stage.hurry("run", "--max-input-bytes", "200").status == .exit(1))
    for file in files {
      #expect(try stage.bytes("failed/" + file.name) == file.bytes)
      let failure = try stage.failure(file.name + ".error.json")
      #expect(failure.clientIdentifier == file.name)
      #expect(failure.code == file.code)
      #expect(failure.message.hasSuffix(".") && !failure.message.hasSuffix(".."))
      #expect(!failure.hint.isEmpty)
      #expect(failure.attempts >= file.attempts && (file.attempts > 0) == (failure.attempts > 0))
      let raw = String(decoding: try stage.bytes("failed/\(file.name).error.json"), as: UTF8.self)
      #expect(!raw.contains(GeminiStandIn.key))
    }

    // A second one of the same name is numbered, in failed as in the inbox.
    try stage.drop([0, 2], as: "inbox/a.txt")
    #expect(try await stage.hurry("run").status == .exit(1))
    #expect(try stage.bytes("failed/a-2.txt") == [0, 2])
    #expect(try stage.failure("a-2.txt.error.json").clientIdentifier == "a.txt")
    try stage.drop(["a.txt": "dom"])
    let retried = try await stage.hurry("retry", "--all", "--json")
    #expect(try decode([String: Int].self, retried.output) == ["retried": 6])
    #expect(stage.files(in: "failed") == [])
    #expect(
      stage.files(in: "inbox") == [
        "a-2.txt", "a-3.txt", "a.txt", "blocked.txt", "ja/a.txt", "large.txt", "quoted.txt",
      ])
    #expect(try stage.bytes("inbox/a.txt") == Array("dom".utf8))
    #expect(Set([try stage.bytes("inbox/a-2.txt"), try stage.bytes("inbox/a-3.txt")]) == [[0, 1], [0, 2]])
    #expect(try await stage.hurry("run").status == .exit(1))
    #expect(stage.files(in: "done") == ["a.txt", "blocked.txt", "large.txt", "quoted.txt"])
  }

  @Test(
    "An answer without a translation makes no result: the text is put aside whole, and the others go on",
    arguments: ["{}", "", "translatedText", "not JSON", "[]"])
  func noTranslation(answer: String) async throws {
    let said =
      answer == "translatedText" ? GeminiRecord.json(for: "dom", replacing: [answer: ""]) : answer
    try stage.drop(["dom.txt": "dom", "kot.txt": "kot"])
    stage.gemini.script([.say(said), .say(said), .say(said)], for: "dom")
    #expect(try await stage.hurry("run").status == .exit(1))
    #expect(stage.files(in: "outbox") == ["kot.json", "kot.txt"])
    #expect(stage.files(in: "failed") == ["dom.txt", "dom.txt.error.json"])
    #expect(try stage.failure("dom.txt.error.json").code == "bad-answer")
    #expect(stage.gemini.requests(for: "dom") <= 2)
    let history = try decode([WrittenResult].self, await stage.hurry("history", "--json").output)
    #expect(history.map(\.sourceText) == ["kot"])
  }

  @Test("A NUL in an answer reaches neither result nor history, and half a character fails the text once")
  func unstorable() async throws {
    try stage.drop(["nul.txt": "nul", "half.txt": "half"])
    stage.gemini.script(
      [.say(GeminiRecord.json(for: "nul", replacing: ["translatedText": .string("a\u{0}b")]))], for: "nul")
    let half = GeminiRecord.json(for: "half", replacing: ["translatedText": "HALF"])
      .split(separator: "HALF").joined(separator: #"x\ud800"#)
    stage.gemini.script([.say(half), .say(half), .say(half)], for: "half")
    #expect(try await stage.hurry("run").status == .exit(1))
    #expect(stage.files(in: "failed") == ["half.txt", "half.txt.error.json"])
    #expect(try stage.failure("half.txt.error.json").code == "bad-answer")
    #expect(stage.gemini.requests(for: "half") <= 2)
    #expect(try stage.result("nul.json").translatedText == "ab")
    #expect(try !stage.bytes("outbox/nul.txt").contains(0))
    let history = try decode([WrittenResult].self, await stage.hurry("history", "--json").output)
    #expect(history.map(\.translatedText) == ["ab"])
  }

  @Test("A text that is always called malformed goes to failed with its bytes, and all others are translated")
  func malformed() async throws {
    let texts = Stage.texts(9)
    try stage.drop(texts)
    try stage.drop(["0.txt": "bad"])
    let refusal = GeminiReaction.fail(400, "INVALID_ARGUMENT", "Invalid content.")
    stage.gemini.script(Array(repeating: refusal, count: 9), for: "bad")
    #expect(try await stage.hurry("run", "--max-concurrent", "1").status == .exit(1))
    #expect(stage.files(in: "failed") == ["0.txt", "0.txt.error.json"])
    #expect(try stage.bytes("failed/0.txt") == Array("bad".utf8))
    #expect(try stage.failure("0.txt.error.json").code == "bad-request")
    #expect(stage.files(in: "done") == texts.keys.sorted())
  }

  @Test("A service that always fails leaves the text in the inbox, however often a run tries")
  func alwaysFailing() async throws {
    stage.gemini.always(.fail(500, "INTERNAL", headers: ["Retry-After: 300"]))
    try stage.drop(["dom.txt": "dom"])
    for _ in 1...3 {
      #expect(try await stage.hurry("run").status == .exit(75))
      #expect(try stage.bytes("inbox/dom.txt") == Array("dom".utf8))
      for folder in ["outbox", "failed", "done"] { #expect(stage.files(in: folder) == []) }
    }
  }

  @Test("Killed in the middle of a hundred texts, the next run asks only for those that have no result")
  func resumed() async throws {
    let texts = Stage.texts(100)
    try stage.drop(texts)
    stage.gemini.delay(.milliseconds(5))
    let run = try stage.start("run", "--max-concurrent", "4")
    #expect(await eventually(within: .seconds(60)) { stage.files(in: "done").count >= 37 })
    run.signal(SIGKILL)
    _ = try await run.finish()
    let finished = Set(stage.files(in: "done"))
    #expect(finished.count < 100)
    let outcome = try await stage.hurry("run", "--json")
    #expect(outcome.status == .exit(0))
    let faults = try stage.faults(after: texts)
    #expect(faults == [])
    // Those that were in hand when the run was killed, twice as many as run at once, may be asked for again.
    #expect(stage.gemini.requestCount <= 108)
    let askedTwice = stage.notAskedOnce(texts).compactMap { $0.split(separator: ":").first.map(String.init) }
    #expect(Set(askedTwice).isDisjoint(with: finished.compactMap { texts[$0] }))
  }
}
