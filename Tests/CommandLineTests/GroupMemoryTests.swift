import FoundationEssentials
import TestSupport
import Testing
import TranscriptorKit

@Suite("A group that was there before")
struct GroupMemoryTests {
  private let stage: Stage

  init() throws { stage = try Stage() }

  @Test(
    "is not made anew while it is gone, and says so",
    arguments: [["run"], ["status"], ["settings", "set", "model", "gemini-x"]])
  func staysGone(arguments: [String]) async throws {
    #expect(try await stage.runWithoutKey("run").status == .exit(0))
    try FileManager.default.removeItem(atPath: stage.group.path)

    let outcome = try await BuiltProgram.transcriptor.run(arguments, environment: stage.environment)
    #expect(outcome.status == .exit(78))
    #expect(outcome.error.contains("\(stage.group.path) is gone"))
    #expect(outcome.error.contains("mkdir -p"))
    #expect(!FileManager.default.fileExists(atPath: stage.group.path))
  }

  @Test("takes no text while it is gone")
  func takesNoText() async throws {
    #expect(try await stage.runWithoutKey("run").status == .exit(0))
    try FileManager.default.removeItem(atPath: stage.group.path)
    let outcome = try await BuiltProgram.action.run(environment: stage.environment, input: Array("dom".utf8))
    #expect(outcome.status == .exit(78))
    #expect(!FileManager.default.fileExists(atPath: stage.group.path))
  }

  @Test("goes on where it is back")
  func goesOn() async throws {
    #expect(try await stage.runWithoutKey("run").status == .exit(0))
    try FileManager.default.moveItem(atPath: stage.group.path, toPath: stage.group.path + ".unmounted")
    #expect(try await stage.runWithoutKey("run").status == .exit(78))
    try FileManager.default.moveItem(atPath: stage.group.path + ".unmounted", toPath: stage.group.path)
    #expect(try await stage.runWithoutKey("run").status == .exit(0))
  }
}
