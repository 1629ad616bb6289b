import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("A run over a folder that is only read")
struct FolderSourceTests {
  private var stage = SpoolStage()
  private var source: String { stage.folder.path + "/source" }

  private func write(_ path: String, _ text: String = "kot") throws {
    try Files.write(text, to: source + "/" + path)
  }

  @Test("Texts are translated under the same sub-folders, and nothing in the folder changes in any way")
  func onlyReads() async throws {
    for path in ["a.txt", "ja/b.md", "x/y/c"] { try write(path, "kot \(path)") }
    try write("bad.txt", "\0")
    try write(".hidden", "kot")
    symlink("a.txt", source + "/link")
    let before = Files.everything(below: source)
    let summary = try await stage.run(over: source)
    #expect(summary?.translated == 3)
    #expect(summary?.failed == 1)
    #expect(Files.everything(below: source) == before)
    #expect(
      stage.files("outbox") == ["a.json", "a.txt", "ja/b.md.json", "ja/b.md.txt", "x/y/c.json", "x/y/c.txt"])
    #expect(stage.files("failed") == ["bad.txt.error.json"])
    #expect(stage.files("done") == [])
    #expect(stage.files("inbox") == [])
    #expect(try stage.result("ja/b.md.json").targetLanguage.tag == "ja")
    #expect(try stage.result("ja/b.md.json").clientIdentifier == "ja/b.md")
    #expect(try await stage.historyCount() == 3)
    #expect(stage.files(".work").allSatisfy { $0.hasSuffix(".lock") })
  }

  @Test("The folder itself is not touched either")
  func folderItself() async throws {
    try write("a.txt")
    let before = try Directory(path: source).status()
    try await stage.run(over: source)
    #expect(try Directory(path: source).status() == before)
  }

  @Test("A text with an up-to-date result is left out, and the rest is done")
  func upToDate() async throws {
    try write("a.txt", "kot")
    try await stage.run(over: source)
    try write("b.txt", "pies")
    let summary = try await stage.run(over: source)
    #expect(summary?.translated == 1)
    #expect(stage.engine.texts == ["kot", "pies"])
    // The same text in other bytes is the same text.
    try write("a.txt", "\u{FEFF}kot\r\n")
    #expect(try await stage.run(over: source)?.translated == 0)
  }

  @Test("Another text, target language or level makes a new result beside the old one")
  mutating func outdated() async throws {
    try write("a.txt", "kot")
    try await stage.run(over: source)
    try write("a.txt", "pies")
    #expect(try await stage.run(over: source)?.translated == 1)
    stage.settings.detailLevel = .detailed
    #expect(try await stage.run(over: source)?.translated == 1)
    stage.settings.targetLanguage = try #require(Language("de"))
    #expect(try await stage.run(over: source)?.translated == 1)
    #expect(stage.files("outbox").count == 8)
    // Any of them is up to date where it answers what is asked now.
    stage.settings.targetLanguage = try #require(Language("ru"))
    #expect(try await stage.run(over: source)?.translated == 0)
  }

  @Test("The same name in another sub-folder is another text")
  func otherFolder() async throws {
    try write("a.txt", "kot")
    try await stage.run(over: source)
    try write("x/a.txt", "kot")
    #expect(try await stage.run(over: source)?.translated == 1)
    #expect(stage.files("outbox").contains("x/a.json"))
  }

  @Test("A text that failed is not tried again before it or the settings change, or somebody asks for it")
  mutating func failed() async throws {
    let trouble = TranslationTrouble(.item(.blocked), "Refused.", hint: "Change it.", attempts: 1)
    for _ in 1...9 { stage.engine.prepare("kot", .trouble(trouble)) }
    try write("a.txt", "kot")
    #expect(try await stage.run(over: source)?.failed == 1)
    #expect(try await stage.run(over: source)?.failed == 0)
    #expect(stage.engine.texts.count == 1)
    #expect(stage.files("failed") == ["a.txt.error.json"])
    #expect(try stage.failure("a.txt.error.json").clientIdentifier == "a.txt")

    stage.settings.targetLanguage = try #require(Language("de"))
    #expect(try await stage.run(over: source)?.failed == 1)
    #expect(stage.engine.texts.count == 2)
    #expect(stage.files("failed") == ["a.txt.error.json"])

    #expect(try Retry(stage.group).retry(named: "a.txt"))
    #expect(try await stage.run(over: source)?.failed == 1)
    #expect(stage.engine.texts.count == 3)

    try write("a.txt", "pies")
    #expect(try await stage.run(over: source)?.translated == 1)
    #expect(stage.files("failed") == [])
  }

  @Test("A text that failed beside one of the inbox with the same name is not tried again either")
  func failedBesideOther() async throws {
    let trouble = TranslationTrouble(.item(.blocked), "Refused.", hint: "Change it.", attempts: 1)
    for _ in 1...9 { stage.engine.prepare("kot", .trouble(trouble)) }
    try stage.drop("a.txt", "\0")
    try await stage.run()
    try write("a.txt", "kot")
    #expect(try await stage.run(over: source)?.failed == 1)
    let names = ["a-2.txt.error.json", "a.txt", "a.txt.error.json"]
    #expect(stage.files("failed") == names)
    for _ in 1...2 { #expect(try await stage.run(over: source)?.failed == 0) }
    #expect(stage.engine.texts.count == 1)
    #expect(stage.files("failed") == names)
  }

  @Test("Results go to another outbox where one is named, which is made, and the group's stays empty")
  func otherOutbox() async throws {
    try write("x/a.txt")
    let outbox = stage.folder.path + "/results"
    #expect(try await stage.run(over: source, outbox: outbox)?.translated == 1)
    #expect(Files.names(below: outbox) == ["x/a.json", "x/a.txt"])
    #expect(stage.files("outbox") == [])
    #expect(try await stage.run(over: source, outbox: outbox)?.translated == 0)
    // What lies in the one is not known in the other.
    #expect(try await stage.run(over: source)?.translated == 1)
  }

  @Test("A text that is in hand is not taken again, however often the folder is looked at")
  func inHand() async throws {
    stage.engine.prepare("kot", .hold)
    for (name, text) in [("a.txt", "kot"), ("b.txt", "pies")] { try write(name, text) }
    let configuration = SpoolConfiguration(settings: stage.settings, engine: stage.engine)
    // The stamp is asked for at each look.
    let looks = Guarded(0)
    let transcriptor = stage.transcriptor(
      .init {
        configuration
      } stamp: {
        looks.withLock { $0 += 1 }
        return ""
      })
    let pass = try #require(try await transcriptor.pass(over: source, outbox: nil))
    let run = Task { await pass.work() }
    #expect(await eventually { stage.engine.running == 1 && stage.files("outbox").count == 2 })
    let before = looks.withLock { $0 }
    #expect(await eventually { looks.withLock { $0 } > before + 3 })
    #expect(stage.engine.texts.sorted() == ["kot", "pies"])
    stage.engine.release()
    #expect(await run.value.translated == 2)
    #expect(stage.files("outbox").count == 4)
  }

  @Test("A text that changes while it is translated gets a result of what was read")
  func changesMeanwhile() async throws {
    try write("a.txt", "kot")
    stage.engine.prepare("kot", .hold)
    let stage = stage
    let source = source
    let run = Task { try await stage.run(over: source) }
    #expect(await eventually { stage.engine.running == 1 })
    try write("a.txt", "pies")
    stage.engine.release()
    #expect(try await run.value?.translated == 1)
    #expect(try stage.result("a.json").sourceText == "kot")
    #expect(try await stage.run(over: source)?.translated == 1)
    #expect(try stage.result("a-2.json").sourceText == "pies")
  }

  @Test("A file that can't be read fails without being moved, and once", .enabled(if: geteuid() != 0))
  func unreadable() async throws {
    try write("a.txt")
    chmod(source + "/a.txt", 0)
    #expect(try await stage.run(over: source)?.failed == 1)
    #expect(try stage.failure("a.txt.error.json").code == .unreadable)
    #expect(try await stage.run(over: source)?.failed == 0)
  }
}
