public import TranscriptorKit

/// What the stand-in answers: a dictionary's record that can be told to belong to its text.
public enum GeminiRecord {
  /// The translation that a text gets: the text backwards, in guillemets.
  public static func translation(of text: String) -> String { "«\(String(text.reversed()))»" }

  /// The record as JSON; any field may be replaced, or left out with nil.
  public static func json(for text: String, replacing changes: [String: JSONValue?] = [:]) -> String {
    let title = String(text.prefix(60))
    let examples = (1...3).map { number -> JSONValue in
      [
        "original": .string("\(number): \(title)"),
        "translation": .string("\(number): \(translation(of: title))"),
      ]
    }
    let fields: [(String, JSONValue)] = [
      ("normalForm", .string(title)), ("synonyms", "one, two"),
      ("translatedText", .string("noun\n" + translation(of: text))), ("sourceLanguage", "Polish (pl)"),
      ("shortTranslation", .string(translation(of: title))), ("examples", .array(examples)),
    ]
    let members = fields.compactMap { name, value -> JSONValue.Member? in
      (changes[name] ?? value).map { JSONValue.Member(name, $0) }
    }
    return JSONValue.object(members).compact
  }

  /// A whole answer whose only candidate ended well and said this.
  public static func response(saying text: String, model: String) -> String {
    let response: JSONValue = [
      "candidates": [
        [
          "content": ["role": "model", "parts": [["text": .string(text)]]], "finishReason": "STOP",
          "index": 0,
        ]
      ],
      "usageMetadata": ["promptTokenCount": 310, "candidatesTokenCount": 120, "totalTokenCount": 430],
      "modelVersion": .string(model), "responseId": "stand-in",
    ]
    return response.compact
  }
}
