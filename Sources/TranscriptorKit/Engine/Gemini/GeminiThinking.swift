/// How little a model can be made to think, which is all that a dictionary needs.
///
/// A level or budget that a model does not know is answered with 400, so only models in the table are sent one
/// (https://ai.google.dev/gemini-api/docs/thinking, November 2026).
enum GeminiThinking: Equatable, Sendable {
  /// The lowest level of a model that takes levels (Gemini 3 and later).
  case level(String)
  /// A number of tokens, for models that take no level (Gemini 2.5).
  case budget(Int)
  /// Whatever the model does by itself.
  case unspecified

  /// Looks a model up by its exact name.
  ///
  /// Names that Google reroutes to other models are left out: what those accept can't be known.
  init(model: String) {
    self =
      switch model {
      case "gemini-3.5-flash-lite", "gemini-3.1-flash-lite", "gemini-3.6-flash", "gemini-3-flash-preview":
        .level("MINIMAL")
      case "gemini-3.8-flash", "gemini-3.1-pro-preview", "gemini-4-argon", "gemini-4-carbon",
        "gemini-4-hydrogen":
        .level("LOW")
      case "gemini-2.5-flash-lite": .budget(0)
      default: .unspecified
      }
  }

  /// The member `thinkingConfig` of a request; nil where it must be left out.
  var json: JSONValue? {
    switch self {
    case .level(let level): ["thinkingLevel": .string(level)]
    case .budget(let tokens): ["thinkingBudget": .integer(tokens)]
    case .unspecified: nil
    }
  }

  /// Tokens to set aside for thoughts, which count against the bound on the answer; a level promises no number.
  var allowance: Int {
    switch self {
    case .level("MINIMAL"), .budget: 2048
    case .level: 8192
    case .unspecified: 16_384
    }
  }
}
