/// Why one call of the service brought no translation, and whether to call again.
struct GeminiFailure: Error, Equatable, Sendable {
  /// How often the same text may be sent again for this reason.
  enum Repeats: Equatable, Sendable {
    case never
    /// One more time, then the text is given up.
    case once
    /// As long as the policy allows.
    case untilLimit
  }

  /// What the next request does differently.
  enum Remedy: Equatable, Sendable {
    case freshConnection
    case moreTokens
    case noThinking
  }

  /// What is reported where it is not tried again.
  var trouble: TranslationTrouble
  var repeats: Repeats
  var remedy: Remedy?

  init(
    _ kind: TranslationTrouble.Kind, _ message: String, hint: String, repeats: Repeats, remedy: Remedy? = nil
  ) {
    trouble = TranslationTrouble(kind, message, hint: hint)
    self.repeats = repeats
    self.remedy = remedy
  }

  /// How long the service asks to wait.
  var retryAfter: Duration? {
    if case .service(let duration) = trouble.kind { duration } else { nil }
  }

  /// An answer that came whole but can't be trusted.
  static func unusable(_ reason: String) -> GeminiFailure {
    GeminiFailure(
      .item(.badAnswer), "Gemini's answer can't be used: \(reason).",
      hint: "Run \"transcriptor retry\" to ask again, or choose another model.", repeats: .once)
  }
}
