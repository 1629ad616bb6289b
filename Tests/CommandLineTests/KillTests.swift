import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension Drills {
  @Suite("Sudden ends")
  struct KillTests {
    private let stage: Stage

    init() throws { stage = try Stage(inMemory: true) }

    @Test("After twenty kills at random moments, one run leaves each text with exactly one result")
    func killed() async throws {
      var random = SeededGenerator()
      let seed = Comment(rawValue: "TRANSCRIPTOR_TEST_SEED=\(random.seed)")
      let texts = Stage.texts(200)
      try stage.drop(texts)
      stage.gemini.delay(.milliseconds(5) ... .milliseconds(200))
      for _ in 1...20 {
        let asked = stage.gemini.requestCount
        let watch = try stage.start("watch", "--max-concurrent", "6")
        // A program that is only starting up has little to lose.
        if random.next() % 4 != 0 { _ = await stage.gemini.waits(forRequests: asked + 1) }
        try await Task.sleep(for: random.milliseconds(0...250))
        watch.signal(SIGKILL)
        #expect(try await watch.finish().status == .signal(SIGKILL), seed)
      }
      #expect(!stage.work.isEmpty, "the kills came too late to hurt; \(seed)")
      #expect(stage.files(in: "inbox").count > 0, "the kills came too late to hurt; \(seed)")

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
  }
}
