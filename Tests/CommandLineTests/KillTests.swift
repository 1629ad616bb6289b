import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension Drills {
  @Suite("Sudden ends")
  struct KillTests {
    private let stage: Stage

    init() throws { stage = try Stage(inMemory: true) }

    @Test("After twenty kills of one or the other of two watches, each of 300 texts has exactly one result")
    func killed() async throws {
      var random = SeededGenerator()
      let seed = Comment(rawValue: "TRANSCRIPTOR_TEST_SEED=\(random.seed)")
      let texts = Stage.texts(300)
      try stage.drop(texts)
      stage.gemini.delay(.milliseconds(5) ... .milliseconds(300))
      var watches = try (1...2).map { _ in try stage.start("watch", "--max-concurrent", "4") }
      for _ in 1...20 {
        let asked = stage.gemini.requestCount
        // A program that is only starting up has little to lose.
        if random.next() % 4 != 0 { _ = await stage.gemini.waits(forRequests: asked + 1) }
        try await Task.sleep(for: random.milliseconds(0...250))
        let victim = Int(random.next() % 2)
        watches[victim].signal(SIGKILL)
        #expect(try await watches[victim].finish().status == .signal(SIGKILL), seed)
        watches[victim] = try stage.start("watch", "--max-concurrent", "4")
      }
      #expect(stage.files(in: "inbox").count > 0, "the kills came too late to hurt; \(seed)")
      for watch in watches {
        watch.signal(SIGKILL)
        _ = try await watch.finish()
      }
      #expect(!stage.work.isEmpty, "the kills came too late to hurt; \(seed)")

      stage.gemini.delay(.zero)
      let outcome = try await stage.hurry("run")
      #expect(outcome.status == .exit(0), seed)
      #expect(outcome.error == "", seed)
      let faults = try stage.faults(after: texts)
      #expect(faults == [], seed)
      #expect(stage.gemini.requestCount > texts.count, "no text was lost in mid-work; \(seed)")

      let history = try decode([WrittenResult].self, await stage.hurry("history", "--json").output)
      #expect(history.count == 50, seed)
      #expect(Set(history.map(\.sourceText)).count == 50, seed)
    }

    @Test("After a run that was killed amid 100 texts, the next asks only for those that had no answer")
    func onlyTheRest() async throws {
      let texts = Stage.texts(100)
      try stage.drop(texts)
      stage.gemini.delay(.milliseconds(20))
      let run = try stage.start("run", "--max-concurrent", "1")
      #expect(await stage.gemini.waits(forRequests: 37))
      run.signal(SIGKILL)
      #expect(try await run.finish().status == .signal(SIGKILL))
      let asked = stage.gemini.requestCount
      let outcome = try await stage.hurry("run", "--json")
      #expect(outcome.status == .exit(0))
      // The call that was under way may have to be made once more, and no other.
      #expect(stage.gemini.requestCount <= texts.count + 1)
      let translated = try decode([String: Int].self, outcome.output)["translated"] ?? 0
      #expect((100 - asked...101 - asked + 1).contains(translated))
      let faults = try stage.faults(after: texts)
      #expect(faults == [])
    }

    @Test("A run over a folder that was killed amid 100 texts is gone on with likewise")
    func onlyTheRestOfFolder() async throws {
      let folder = stage.folder.path + "/texts"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      for (path, text) in Stage.texts(100) {
        try Data(text.utf8).write(to: URL(filePath: folder + "/" + path))
      }
      stage.gemini.delay(.milliseconds(20))
      let run = try stage.start("run", folder, "--max-concurrent", "1")
      #expect(await stage.gemini.waits(forRequests: 37))
      run.signal(SIGKILL)
      #expect(try await run.finish().status == .signal(SIGKILL))
      #expect(try await stage.hurry("run", folder).status == .exit(0))
      #expect(stage.gemini.requestCount <= 101)
      #expect(stage.files(in: "outbox").count == 200)
      #expect(stage.work == [])
    }
  }
}
