import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("The stand-in for Gemini")
struct GeminiStandInTests {
  private static let schema: JSONValue = ["type": "object", "properties": ["a": ["type": "string"]]]
  private static let turn: JSONValue = ["role": "user", "parts": [["text": "x"]]]

  private static func body(
    contents: JSONValue = [turn], schema: JSONValue = schema, config: [JSONValue.Member] = [],
    top: [JSONValue.Member] = []
  ) -> JSONValue {
    .object(
      [
        .init("contents", contents),
        .init(
          "generationConfig",
          .object(
            [.init("responseMimeType", "application/json"), .init("responseJsonSchema", schema)] + config)),
      ] + top)
  }

  private func status(
    _ server: GeminiStandIn, _ body: JSONValue, path: String = "", key: String? = GeminiStandIn.key
  )
    async throws -> Int
  {
    let path = path.isEmpty ? "/v1beta/models/gemini-3.8-flash:generateContent" : path
    var request = HTTPRequest(.post, server.baseURL + path, body: Array(body.compact.utf8))
    request.headers = [HTTPHeader("Content-Type", "application/json")]
    if let key { request.headers.append(HTTPHeader("x-goog-api-key", key)) }
    return try await HTTPClient().send(request).status
  }

  @Test("accepts a request that is as documented")
  func accepts() async throws {
    let server = try GeminiStandIn()
    defer { server.stop() }
    #expect(try await status(server, Self.body()) == 200)
    let thinking = JSONValue.Member("thinkingConfig", ["thinkingLevel": "LOW"])
    #expect(try await status(server, Self.body(config: [thinking])) == 200)
  }

  @Test(
    "refuses what Gemini refuses",
    arguments: [
      body(contents: []), body(contents: "x"),
      body(contents: [["role": "system", "parts": [["text": "x"]]]]),
      body(contents: [turn, ["role": "model", "parts": [["text": "{"]]]]),
      body(contents: [["role": "user", "parts": []]]),
      body(top: [.init("novelty", true)]), body(top: [.init("store", "no")]),
      body(top: [
        .init("safetySettings", [["category": "HARM_CATEGORY_CIVIC_INTEGRITY", "threshold": "OFF"]])
      ]),
      body(top: [.init("safetySettings", [["category": "HARM_CATEGORY_HARASSMENT", "threshold": "NONE"]])]),
      body(config: [.init("presencePenalty", 1)]), body(config: [.init("maxOutputTokens", 65_537)]),
      body(config: [.init("thinkingConfig", ["thinkingLevel": "MINIMAL"])]),
      body(config: [.init("thinkingConfig", ["thinkingLevel": "LOW", "thinkingBudget": 1])]),
      body(schema: ["type": "object", "minLength": 1]), body(schema: ["type": "STRING"]),
      body(schema: ["type": "object", "required": ["a"]]), body(config: [.init("responseSchema", schema)]),
    ])
  func refuses(body: JSONValue) async throws {
    let server = try GeminiStandIn()
    defer { server.stop() }
    #expect(try await status(server, body) == 400)
    #expect(server.faults.count == 1)
  }

  @Test(
    "refuses other paths and keys outside the header",
    arguments: [
      "/v1beta/models/m:streamGenerateContent", "/v3/models/m:generateContent", "/v1beta/m:generateContent",
      "/v1beta/models/m:generateContent?key=x",
    ])
  func paths(path: String) async throws {
    let server = try GeminiStandIn()
    defer { server.stop() }
    #expect(try await status(server, Self.body(), path: path) == 400)
  }

  @Test("knows the key", arguments: [nil, "", "other"])
  func keys(key: String?) async throws {
    let server = try GeminiStandIn()
    defer { server.stop() }
    #expect(try await status(server, Self.body(), key: key) == 400)
    #expect(server.faults.isEmpty)
    let open = try GeminiStandIn(key: nil)
    defer { open.stop() }
    #expect(try await status(open, Self.body(), key: key) == 200)
  }
}
