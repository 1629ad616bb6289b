import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension Drills {
  @Suite("Many runs from cron")
  struct CronCrowdTests {
    private let stage: Stage

    init() throws { stage = try Stage(inMemory: true) }

    /// What cron gives a job (crontab(5)), and where the stand-in is.
    private var cron: [String: String] {
      var environment = stage.environmentWithKey
      environment["LOGNAME"] = "anna"
      environment["SHELL"] = "/bin/sh"
      return environment
    }

    @Test("Ten at once share the texts, print nothing, end with 0, and ask for none twice")
    func ten() async throws {
      stage.gemini.delay(.milliseconds(50) ... .milliseconds(150))
      let texts = Stage.texts(60)
      try stage.drop(texts)
      let runs = try (1...10).map { _ in try stage.start("run", environment: cron) }
      for run in runs {
        let outcome = try await run.finish()
        #expect(outcome.status == .exit(0))
        #expect(outcome.output + outcome.error == "")
      }
      #expect(stage.notAskedOnce(texts) == [])
      let faults = try stage.faults(after: texts)
      #expect(faults == [])
    }

    @Test("One that begins while another's call is under way ends with 0 and without a word")
    func overlap() async throws {
      stage.gemini.delay(.seconds(3))
      try stage.drop(["dom.txt": "dom"])
      let first = try stage.start("run", environment: cron)
      #expect(await stage.gemini.waits(forRequests: 1))
      for _ in 1...3 {
        let outcome = try await BuiltProgram.transcriptor.run(["run"], environment: cron)
        #expect(outcome.status == .exit(0))
        #expect(outcome.output + outcome.error == "")
      }
      let outcome = try await first.finish()
      #expect(outcome.status == .exit(0))
      #expect(outcome.output + outcome.error == "")
      #expect(stage.gemini.requestCount == 1)
    }
  }
}
