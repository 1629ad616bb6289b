/// Answers without a translation, by `finishReason` and `blockReason`
/// (https://ai.google.dev/api/generate-content#FinishReason).
extension GeminiFailure {
  private static let blockedHint =
    "Change the text and run \"transcriptor retry\", or use the on-device engine for it."

  /// A candidate that did not end with STOP.
  init(finishReason: String?, message: String?, _ words: ServiceWords) {
    let said = words.quoted(message)
    switch finishReason {
    case "SAFETY", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "ESCALATION":
      self.init(
        .item(.blocked), "Gemini refuses to translate this text (\(finishReason ?? "")).\(said)",
        hint: Self.blockedHint, repeats: .never)
    case "RECITATION":
      self.init(
        .item(.recitation), "Gemini stopped because its answer resembled published text (RECITATION).\(said)",
        hint: "Send a smaller part of the text, or change its wording.", repeats: .once)
    case "LANGUAGE":
      self.init(
        .item(.unsupportedPair), "Gemini does not support the language of this text (LANGUAGE).\(said)",
        hint: "Choose another model or target language.", repeats: .never)
    case "MAX_TOKENS", "CONTINUATION":
      self.init(
        .item(.badAnswer),
        "Gemini's answer was cut off because it became too long (\(finishReason ?? "")).\(said)",
        hint: "Split the text into smaller files.", repeats: .once, remedy: .moreTokens)
    case "PUP_LIMITED_DISABLED":
      self.init(
        .setup, "Google restricted this account for reasons of policy (PUP_LIMITED_DISABLED).\(said)",
        hint: "Look into the account in Google AI Studio.", repeats: .never)
    case nil, "OTHER", "FINISH_REASON_UNSPECIFIED", "MALFORMED_RESPONSE":
      self = .unusable("it ended without a translation (\(finishReason ?? "no reason given"))\(said)")
      repeats = .untilLimit
    case let other?:
      self = .unusable("it ended for the reason \(words.cleaned(other))\(said)")
    }
  }

  /// An answer without a candidate: the prompt was blocked, unless nothing says so.
  init(blockReason: String?, _ words: ServiceWords) {
    guard let blockReason else {
      self = .unusable("it holds nothing")
      repeats = .untilLimit
      return
    }
    self.init(
      .item(.blocked), "Gemini refuses this text (\(words.cleaned(blockReason))).",
      hint: Self.blockedHint, repeats: blockReason == "OTHER" ? .once : .never)
  }
}
