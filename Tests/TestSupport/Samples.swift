public import FoundationEssentials
public import TranscriptorKit

/// Values that many tests need, real enough to be read.
public enum Samples {
  /// Thirty seconds and a half after 16:00 UTC on 30 November 2026.
  public static let date = Date(timeIntervalSince1970: 1_796_054_430.5)

  /// Polish `podekscytowany` in Russian, as Gemini answers at the standard level.
  public static func result(_ text: String = "podekscytowany") -> TranslationResult {
    let examples = [
      TranslationExample(
        original: "Jestem podekscytowany tą wiadomością.", translation: "Я взволнован этой новостью."),
      TranslationExample(
        original: "Podekscytowany tłum czekał na koncert.", translation: "Возбуждённая толпа ждала концерта."),
    ]
    let meta = TranslationMeta(
      normalForm: text, synonyms: "podniecony, rozentuzjazmowany, ożywiony",
      translatedText:
        "прилагательное (м.р.)\nвзволнованный, возбуждённый\nо человеке, который ждёт приятного",
      sourceLanguage: "Польский (pl)", shortTranslation: "взволнованный, возбуждённый", examples: examples)
    let answer = TranslationAnswer(
      meta: meta, model: "gemini-3.5-flash-lite",
      usage: TokenUsage(promptTokens: 350, outputTokens: 300, thoughtsTokens: 0))
    guard let russian = Language("ru") else { preconditionFailure("a valid tag") }
    return TranslationResult(
      clientIdentifier: "hello.txt", sourceText: text, settings: TranslationSettings(targetLanguage: russian),
      engine: .gemini, answer: answer, translatedAt: date)
  }
}
