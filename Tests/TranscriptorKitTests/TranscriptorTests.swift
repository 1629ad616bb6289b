import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("The whole line")
struct TranscriptorTests {
  private var stage = SpoolStage()
  private var source: String { stage.folder.path + "/source" }

  private func makeSource() throws { try Files.write("kot", to: source + "/a.txt") }

  // MARK: A folder that is only read

  @Test(
    "An outbox inside the folder, around it or the same is refused, and nothing is made",
    arguments: ["source/out", "source/deep/out", "source", "", "source/../source/out", "link/out"])
  func overlap(outbox: String) async throws {
    try makeSource()
    symlink("source", stage.folder.path + "/link")
    mkdir(source + "/deep", 0o700)
    let before = Files.everything(below: source)
    let path = stage.folder.path + (outbox.isEmpty ? "" : "/" + outbox)
    await #expect(throws: OverlappingFolders.self) {
      try await stage.transcriptor().pass(over: source, outbox: path)
    }
    #expect(Files.everything(below: source) == before)
  }

  @Test("A folder around the group is refused, since its own outbox lies within")
  func aroundGroup() async throws {
    try makeSource()
    await #expect(throws: OverlappingFolders.self) {
      try await stage.transcriptor().pass(over: stage.folder.path, outbox: nil)
    }
  }

  @Test("A name that only begins like the folder's is another folder")
  func similarName() async throws {
    try makeSource()
    #expect(try await stage.run(over: source, outbox: source + "-out")?.translated == 1)
  }

  @Test("A folder or an outbox that can't be opened or made is an error")
  func missing() async throws {
    let transcriptor = stage.transcriptor()
    #expect(
      try await errorNumber { _ = try await transcriptor.pass(over: source, outbox: nil) } == ENOENT)
    try makeSource()
    #expect(
      try await errorNumber {
        _ = try await transcriptor.pass(over: source, outbox: stage.folder.path + "/no/out")
      } == ENOENT)
    #expect(
      try await errorNumber { _ = try await transcriptor.pass(over: source + "/a.txt", outbox: nil) }
        == ENOTDIR)
  }

  @Test("While one run works on a folder, a second has nothing to do, whatever way it is named")
  func secondRun() async throws {
    try makeSource()
    symlink("source", stage.folder.path + "/link")
    try Files.write("pies", to: stage.folder.path + "/other/b.txt")
    stage.engine.prepare("kot", .hold)
    let stage = stage
    let source = source
    let first = Task { try await stage.run(over: source) }
    #expect(await eventually { stage.engine.running == 1 })
    #expect(try await stage.transcriptor().pass(over: source, outbox: nil) == nil)
    #expect(try await stage.transcriptor().pass(over: stage.folder.path + "/link", outbox: nil) == nil)
    #expect(try await stage.run(over: stage.folder.path + "/other")?.translated == 1)
    stage.engine.release()
    #expect(try await first.value?.translated == 1)
    #expect(try await stage.run(over: source)?.translated == 0)
  }

  // MARK: The inbox

  @Test("Each text of the inbox ends as its own content says, and the summary counts them")
  func pass() async throws {
    try stage.drop("hello.txt", "kot")
    try stage.drop("ja/word.md", "pies")
    try stage.drop("bad.txt", "\0")
    try stage.drop("later.part", "unfinished")
    let blocked = TranslationTrouble(.item(.blocked), "Refused.", hint: "Change it.", attempts: 1)
    stage.engine.prepare("zły", .trouble(blocked))
    try stage.drop("blocked", "zły")
    let summary = try await stage.run()
    #expect(summary.translated == 2)
    #expect(summary.failed == 2)
    #expect(summary.waiting == 0)
    #expect(summary.trouble == nil)
    #expect(stage.files("outbox") == ["hello.json", "hello.txt", "ja/word.md.json", "ja/word.md.txt"])
    #expect(stage.files("done") == ["hello.txt", "ja/word.md"])
    #expect(stage.files("failed") == ["bad.txt", "bad.txt.error.json", "blocked", "blocked.error.json"])
    #expect(stage.files("inbox") == ["later.part"])
    #expect(stage.files(".work") == [])
    let failure = try stage.failure("blocked.error.json")
    #expect(failure.code == .blocked)
    #expect(failure.attempts == 1)
    #expect(failure.fingerprint == nil)
    #expect(try stage.failure("bad.txt.error.json").code == .notText)
    #expect(try await stage.historyCount() == 2)
    let result = try stage.result("ja/word.md.json")
    #expect(result.clientIdentifier == "ja/word.md")
    #expect(result.sourceText == "pies")
    #expect(result.meta == ScriptedEngine.answer(for: "pies").meta)
    #expect(result.targetLanguage.tag == "ja")
    let found = stage.events.all.filter { if case .found = $0 { true } else { false } }
    #expect(found.count == 4)
    #expect(stage.events.all.contains(.translated("hello.txt")))
  }

  @Test("A name that is not UTF-8 gets a result that tells its bytes")
  func invalidName() async throws {
    let name = try #require(FileName(bytes: Array("a".utf8) + [0xFF] + Array(".txt".utf8)))
    try stage.drop("x", "")
    unlink(stage.group.path + "/inbox/x")
    try Directory(path: stage.group.path + "/inbox").write(Array("kot".utf8), to: name)
    #expect(try await stage.run().translated == 1)
    let outbox = try Directory(path: stage.group.path + "/outbox")
    let json = try #require(FileName(bytes: Array("a".utf8) + [0xFF] + Array(".json".utf8)))
    let bytes = try outbox.read(json, limit: 10_000).bytes
    let result = try JSONDecoder().decode(TranslationResult.self, from: Data(bytes))
    #expect(result.clientIdentifier == "a%FF.txt")
    #expect(result.nameBytes == name.bytes)
  }

  @Test("Texts with the longest names go through, also twice", arguments: ["\0", "kot"])
  func longNames(text: String) async throws {
    let names = [
      String(repeating: "a", count: 255), String(repeating: "ы", count: 125) + ".txt",
      "a." + String(repeating: "x", count: 253), String(repeating: "🐱", count: 63),
    ]
    for _ in 1...2 {
      for name in names { try stage.drop(name, text) }
      let summary = try await stage.run()
      #expect(summary.translated + summary.failed == 4)
    }
    #expect(stage.files(text == "kot" ? "done" : "failed").count == (text == "kot" ? 8 : 16))
    #expect(stage.files(text == "kot" ? "outbox" : "failed").count == 16)
    #expect(stage.files(".work") == [])
  }

  @Test("A text in a folder that is called as an earlier text was gets a folder beside it")
  func folderNamedLikeText() async throws {
    for (text, good) in [("kot", true), ("\0", false)] {
      let name = good ? "good" : "bad"
      try stage.drop(name, text)
      try await stage.run()
      try stage.drop(name + "/a.txt", text)
      try await stage.run()
    }
    #expect(stage.files("done") == ["good", "good-2/a.txt"])
    #expect(stage.files("outbox") == ["good.json", "good.txt", "good/a.json", "good/a.txt"])
    #expect(
      stage.files("failed") == ["bad", "bad-2/a.txt", "bad-2/a.txt.error.json", "bad.error.json"])
    #expect(try stage.failure("bad-2/a.txt.error.json").clientIdentifier == "bad/a.txt")
    #expect(stage.files(".work") == [])
    #expect(try Retry(stage.group).retry(named: "bad-2/a.txt"))
  }

  @Test("Results in the encoding that was read name it, and only then")
  func encoding() async throws {
    try stage.drop("wide.txt", [0xFF, 0xFE] + "kot".utf16.flatMap { [UInt8($0), 0] })
    try stage.drop("plain.txt", "kot")
    try await stage.run()
    #expect(try stage.result("wide.json").encoding == "UTF-16LE")
    #expect(try stage.result("plain.json").encoding == nil)
  }

  @Test("A text that is too large fails unread")
  mutating func tooLarge() async throws {
    stage.settings.maxInputBytes = 10
    try stage.drop("a.txt", String(repeating: "a", count: 11))
    try stage.drop("b.txt", String(repeating: "a", count: 10))
    #expect(try await stage.run().translated == 1)
    #expect(try stage.failure("a.txt.error.json").code == .tooLarge)
    #expect(try stage.content("failed/a.txt").count == 11)
  }
}
