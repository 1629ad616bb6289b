import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension Drills {
  @Suite("Several processes on one group")
  struct TwoProcessesTests {
    private let stage: Stage

    init() throws { stage = try Stage(inMemory: true) }

    @Test("Two watches and a run share 200 texts without asking for any twice")
    func shared() async throws {
      stage.gemini.delay(.milliseconds(5) ... .milliseconds(60))
      let watches = [try stage.start("watch"), try stage.start("watch")]
      let texts = Stage.texts(200)
      try stage.drop(texts)
      let run = try await stage.hurry("run")
      #expect(run.status == .exit(0))
      #expect(run.error == "")
      #expect(await eventually { stage.files(in: "done").count == texts.count })
      for watch in watches { watch.signal(SIGTERM) }
      for watch in watches {
        let outcome = try await watch.finish()
        #expect(outcome.status == .exit(0))
        #expect(outcome.error == "")
      }
      #expect(stage.notAskedOnce(texts) == [])
      let faults = try stage.faults(after: texts)
      #expect(faults == [])
    }

    @Test("A run that finds every text in another's hands ends quietly, with nothing done")
    func inHand() async throws {
      stage.gemini.delay(.seconds(3))
      let texts = Stage.texts(8)
      try stage.drop(texts)
      let first = try stage.start("run")
      #expect(await stage.gemini.waits(forRequests: 8))
      let status = try await stage.status()
      #expect(status.inHand == 8)
      #expect(status.waiting == 0)
      let second = try await stage.hurry("run", "--json")
      #expect(second.status == .exit(0))
      #expect(second.error == "")
      #expect(try decode([String: Int].self, second.output) == ["translated": 0, "failed": 0, "waiting": 0])
      #expect(try await first.finish().status == .exit(0))
      #expect(stage.notAskedOnce(texts) == [])
      let faults = try stage.faults(after: texts)
      #expect(faults == [])
    }

    @Test("Of two runs over one folder, one does the work and the other ends quietly")
    func sameFolder() async throws {
      stage.gemini.delay(.seconds(2))
      let folder = stage.folder.path + "/texts"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      try Data("dom".utf8).write(to: URL(filePath: folder + "/dom.txt"))
      let first = try stage.start("run", folder)
      #expect(await stage.gemini.waits(forRequests: 1))
      let second = try await stage.hurry("run", folder + "/.", "--json")
      #expect(second.status == .exit(0))
      #expect(second.error == "")
      #expect(try decode([String: Int].self, second.output)["translated"] == 0)
      #expect(try await first.finish().status == .exit(0))
      #expect(stage.gemini.requestCount == 1)
      #expect(stage.files(in: "outbox") == ["dom.json", "dom.txt"])
    }
  }
}
