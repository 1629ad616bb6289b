import FoundationEssentials
import TestSupport
import Testing
import TranscriptorKit

@Suite("The locale's language, for cron")
struct RememberedLanguageTests {
  private let stage: Stage

  init() throws { stage = try Stage() }

  private func environment(_ locale: String?) -> [String: String] {
    var environment = stage.environment
    environment["TRANSCRIPTOR_TARGET_LANGUAGE"] = nil
    environment["LANG"] = locale
    return environment
  }

  @Test("is kept by the first command of all, which makes the group")
  func firstCommand() async throws {
    _ = try await BuiltProgram.transcriptor.run(["run"], environment: environment("ru_RU.UTF-8"))
    let outcome = try await BuiltProgram.transcriptor.run(
      ["settings", "get", "targetLanguage"], environment: environment(nil))
    #expect(outcome.output == "ru\n")
  }

  @Test("is kept by the share action, whose texts cron translates")
  func action() async throws {
    _ = try await BuiltProgram.action.run(environment: environment("ru_RU.UTF-8"), input: Array("dom".utf8))
    let outcome = try await BuiltProgram.transcriptor.run(
      ["settings", "get", "targetLanguage"], environment: environment(nil))
    #expect(outcome.output == "ru\n")
  }
}
