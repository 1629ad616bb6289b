import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("Which engine answers")
struct EngineSelectionTests {
  private let source = KeySource.variable("GEMINI_API_KEY")

  @Test("Gemini answers where a key source is set, unless the user wants the dictionaries")
  func choice() throws {
    #expect(try EngineSelection.source(for: .auto, source) == source)
    #expect(try EngineSelection.source(for: .auto, nil) == nil)
    #expect(try EngineSelection.source(for: .gemini, source) == source)
    #expect(try EngineSelection.source(for: .onDevice, source) == nil)
    #expect(try EngineSelection.source(for: .onDevice, nil) == nil)
  }

  @Test("Gemini without a key is set-up trouble that says how to set one")
  func noKey() {
    let error = #expect(throws: TranslationTrouble.self) { try EngineSelection.source(for: .gemini, nil) }
    #expect(error?.kind == .setup)
    #expect(error?.hint.contains("transcriptor settings set apiKey") == true)
  }

  @Test("A source that is set and fails is set-up trouble, never another engine")
  func failingSource() async throws {
    let group = AppGroup(path: "/nowhere")
    let settings = try SettingsResolver(group: group, environment: [:]).resolve()
    let error = await #expect(throws: TranslationTrouble.self) {
      try await EngineSelection(settings, keySource: .command(["false"]), environment: [:])
    }
    #expect(error?.kind == .setup)
  }

  @Test("Gemini is asked where and as whom the settings say")
  func configuration() async throws {
    let options: [SettingKey: SettingValue] = [
      .model: .text("m"), .baseURL: .text("https://a.example"), .apiVersion: .text("v1"),
    ]
    let environment = ["GEMINI_API_KEY": " key\n"]
    let settings = try SettingsResolver(
      group: AppGroup(path: "/nowhere"), environment: environment, options: options
    ).resolve()
    var expected = GeminiConfiguration(model: "m", apiKey: try #require(APIKey("key")))
    expected.baseURL = "https://a.example"
    expected.apiVersion = "v1"
    let selection = try await EngineSelection(settings, keySource: source, environment: environment)
    #expect(selection == .gemini(expected))
  }
}
