import Testing

@testable import TranscriptorKit

@Suite("The address of a Gemini model")
struct GeminiEndpointTests {
  private func configuration(_ base: String, model: String = "gemini-3.5-flash-lite") throws
    -> GeminiConfiguration
  {
    var configuration = GeminiConfiguration(model: model, apiKey: try #require(APIKey("k")))
    configuration.baseURL = base
    return configuration
  }

  @Test(
    "joins base, version and model",
    arguments: [
      ("https://a.example", "m", "https://a.example/v1beta/models/m:generateContent"),
      ("https://a.example//", "models/m", "https://a.example/v1beta/models/m:generateContent"),
      ("https://a.example/proxy/", "m", "https://a.example/proxy/v1beta/models/m:generateContent"),
      (
        "http://127.0.0.1:8080", "models/models/m",
        "http://127.0.0.1:8080/v1beta/models/models%2Fm:generateContent"
      ),
      (
        "https://a.example", "a/../b?k=ключ",
        "https://a.example/v1beta/models/a%2F..%2Fb%3Fk%3D%D0%BA%D0%BB%D1%8E%D1%87:generateContent"
      ),
    ])
  func url(base: String, model: String, expected: String) throws {
    #expect(try GeminiEndpoint(configuration(base, model: model)).url == expected)
  }

  @Test(
    "is set-up trouble where the key would leave unencrypted or the address is odd",
    arguments: [
      "http://example.com", "http://127.0.0.1.example.com", "ftp://a", "", "https://u:p@a.example",
      "https://a.example/?x=1",
    ])
  func refused(base: String) throws {
    let trouble = #expect(throws: TranslationTrouble.self) { try GeminiEndpoint(configuration(base)) }
    #expect(trouble?.kind == .setup)
  }

  @Test("is set-up trouble without a model", arguments: ["", "models/"])
  func model(name: String) throws {
    let trouble = #expect(throws: TranslationTrouble.self) {
      try GeminiEndpoint(configuration("https://a.example", model: name))
    }
    #expect(trouble?.kind == .setup)
  }
}
