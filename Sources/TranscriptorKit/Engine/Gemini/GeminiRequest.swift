/// One call of `generateContent`: a text, what is wanted of it, and how much room the answer gets.
///
/// The text is the only part of the only user turn, to the letter; the instructions stand in `systemInstruction`.
/// Fields and their meaning: https://ai.google.dev/api/generate-content.
struct GeminiRequest: Equatable, Sendable {
  let text: String
  let settings: TranslationSettings
  /// What `thinkingConfig` asks for.
  private(set) var thinking: GeminiThinking
  /// The bound on the answer's tokens, thoughts included.
  private(set) var maxOutputTokens: Int
  /// Whether connections that stand open are not to be trusted.
  private(set) var needsFreshConnection = false

  /// The most that any current model writes in one answer.
  static let mostOutputTokens = 65_536

  /// Asks for a translation, with room for several times the answer that is to be expected.
  ///
  /// A bound is always sent: without one, a model that repeats itself goes on until its own limit, at the user's cost.
  init(_ text: String, settings: TranslationSettings, thinking: GeminiThinking) {
    self.text = text
    self.settings = settings
    self.thinking = thinking
    // A token is at least a byte of UTF-8 and usually three or four: two for each byte is ample for a translation.
    let expected = 4096 + 2 * min(text.utf8.count, Self.mostOutputTokens)
    maxOutputTokens = min(Self.mostOutputTokens, thinking.allowance + expected)
  }

  /// Does differently what a failure asks for; false where nothing is left to do differently.
  mutating func change(by remedy: GeminiFailure.Remedy?) -> Bool {
    needsFreshConnection = remedy == .freshConnection
    switch remedy {
    case .moreTokens:
      guard maxOutputTokens < Self.mostOutputTokens else { return false }
      maxOutputTokens = min(Self.mostOutputTokens, 4 * maxOutputTokens)
    case .noThinking:
      guard thinking != .unspecified else { return false }
      thinking = .unspecified
    case .freshConnection, nil: break
    }
    return true
  }

  /// Whole seconds that the service may take: a minute, and more for an answer that may be long.
  var serverSeconds: Int { 60 + maxOutputTokens / 128 }

  /// The request as it is sent.
  func http(to endpoint: GeminiEndpoint, key: APIKey) -> HTTPRequest {
    var request = HTTPRequest(.post, endpoint.url, body: Array(body.compact.utf8))
    request.headers = [
      HTTPHeader("Content-Type", "application/json"),
      HTTPHeader("x-goog-api-key", key.secret),
      HTTPHeader("X-Server-Timeout", String(serverSeconds)),
    ]
    request.needsFreshConnection = needsFreshConnection
    // A little more, so that the service's own words arrive before the line is cut.
    request.timeLimit = .seconds(serverSeconds + 5)
    return request
  }

  /// The body.
  var body: JSONValue {
    [
      "systemInstruction": ["parts": [["text": .string(GeminiPrompt.instructions(for: settings))]]],
      "contents": [["role": "user", "parts": [["text": .string(text)]]]],
      "generationConfig": generationConfig,
      "safetySettings": .array(Self.categories.map { ["category": .string($0), "threshold": "OFF"] }),
      "store": false,
    ]
  }

  private var generationConfig: JSONValue {
    var members: [JSONValue.Member] = [
      .init("responseMimeType", "application/json"),
      .init("responseJsonSchema", Self.schema),
      .init("maxOutputTokens", .integer(maxOutputTokens)),
    ]
    if let thinking = thinking.json { members.append(.init("thinkingConfig", thinking)) }
    return .object(members)
  }

  /// What may be said of a text must not decide whether it is translated.
  private static let categories = [
    "HARM_CATEGORY_HARASSMENT", "HARM_CATEGORY_HATE_SPEECH", "HARM_CATEGORY_SEXUALLY_EXPLICIT",
    "HARM_CATEGORY_DANGEROUS_CONTENT",
  ]

  /// `TranslationMeta`, without bounds: the service refuses schemas whose bounds add up to too much.
  private static let schema = object([
    ("normalForm", string), ("synonyms", string), ("translatedText", string), ("sourceLanguage", string),
    ("shortTranslation", string),
    ("examples", ["type": "array", "items": object([("original", string), ("translation", string)])]),
  ])

  private static let string: JSONValue = ["type": "string"]

  /// An object with all its properties required; a model writes them in the order given.
  private static func object(_ properties: [(String, JSONValue)]) -> JSONValue {
    let names = JSONValue.array(properties.map { .string($0.0) })
    return [
      "type": "object", "properties": .object(properties.map { .init($0.0, $0.1) }), "required": names,
      "propertyOrdering": names,
    ]
  }
}
