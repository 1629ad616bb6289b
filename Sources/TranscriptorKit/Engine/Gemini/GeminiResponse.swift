/// The body of an answer of `generateContent`, as far as it is needed.
///
/// Zero and empty fields are left out on the wire and new ones appear often, so everything is optional and every
/// enumeration a text (https://ai.google.dev/api/generate-content#v1beta.GenerateContentResponse).
struct GeminiResponse: Decodable, Equatable, Sendable {
  var candidates: [Candidate]?
  var promptFeedback: PromptFeedback?
  var usageMetadata: Usage?
  var modelVersion: String?
  private var error: AnyMember?

  /// Whether this is an error in spite of its status.
  var isError: Bool { error != nil && candidates == nil }

  /// A member that is only known to be there.
  private struct AnyMember: Decodable, Equatable, Sendable { init(from decoder: any Decoder) {} }

  struct Candidate: Decodable, Equatable, Sendable {
    var content: Content?
    var finishReason: String?
    var finishMessage: String?
  }

  struct Content: Decodable, Equatable, Sendable {
    var parts: [Part]?
  }

  struct Part: Decodable, Equatable, Sendable {
    var text: String?
    var thought: Bool?
  }

  struct PromptFeedback: Decodable, Equatable, Sendable {
    var blockReason: String?
  }

  struct Usage: Decodable, Equatable, Sendable {
    var promptTokenCount: Int?
    var candidatesTokenCount: Int?
    var thoughtsTokenCount: Int?

    private enum Key: CodingKey { case promptTokenCount, candidatesTokenCount, thoughtsTokenCount }

    /// Takes the counts that are numbers; a translation is not lost for a count.
    init(from decoder: any Decoder) throws {
      let values = try? decoder.container(keyedBy: Key.self)
      promptTokenCount = try? values?.decode(Int.self, forKey: .promptTokenCount)
      candidatesTokenCount = try? values?.decode(Int.self, forKey: .candidatesTokenCount)
      thoughtsTokenCount = try? values?.decode(Int.self, forKey: .thoughtsTokenCount)
    }

    /// The counts as results hold them.
    var tokens: TokenUsage {
      TokenUsage(
        promptTokens: max(0, promptTokenCount ?? 0), outputTokens: max(0, candidatesTokenCount ?? 0),
        thoughtsTokens: max(0, thoughtsTokenCount ?? 0))
    }
  }

  /// The first candidate's text: its parts in order, without the model's thoughts.
  var text: String {
    (candidates?.first?.content?.parts ?? []).filter { $0.thought != true }.compactMap(\.text).joined()
  }
}
