import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

extension Drills {
  @Suite("A name server that never answers")
  struct NameLookupTests {
    @Test(
      "A watch that is looking a name up ends at once and gives its text back",
      .enabled(if: geteuid() == 0))
    func stopsDuringLookup() async throws {
      try await withTaskExecutorPreference(UnsharedExecutor()) { try await stopDuringLookup() }
    }

    private func stopDuringLookup() async throws {
      let server = try #require(SilentNameServer())
      let stage = try Stage()
      let inbox = stage.group.path + "/inbox"
      try FileManager.default.createDirectory(
        atPath: inbox, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try Data("dom".utf8).write(to: URL(filePath: inbox + "/dom.txt"))

      var environment = stage.environmentWithKey
      environment["TRANSCRIPTOR_BASE_URL"] = "https://silent.example"
      environment["TRANSCRIPTOR_SETTLE_TIME"] = "0.1"
      let command = server.command(BuiltProgram.transcriptor.path, ["watch"])
      let watch = try ChildProcess.start(command.path, command.arguments, environment: environment)
      while !server.wasAsked() { try await Task.sleep(for: .milliseconds(20)) }

      let start = ContinuousClock.now
      watch.signal(SIGTERM)
      let outcome = try await watch.finish()
      #expect(start.duration(to: .now) < .prompt)
      #expect(outcome.status == .exit(0))
      #expect(try FileManager.default.contentsOfDirectory(atPath: inbox) == ["dom.txt"])
    }
  }
}
