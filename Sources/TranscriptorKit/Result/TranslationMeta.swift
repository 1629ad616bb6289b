/// What a dictionary says of a text: the six fields that every engine answers with, all always present.
public struct TranslationMeta: Codable, Equatable, Sendable {
  /// The dictionary form, in the source language; may be empty for a sentence or longer.
  public var normalForm: String
  /// Synonyms in the source language, separated by commas; empty where there are none.
  public var synonyms: String
  /// The full translation: plain text, lists by line breaks, no Markdown.
  public var translatedText: String
  /// The source language's name in the target language, with its ISO 639 code in brackets: `Польский (pl)`.
  public var sourceLanguage: String
  /// The leading meanings, separated by commas; for a longer text its translation or summary in one sentence.
  public var shortTranslation: String
  /// Sentences that show the text in use; how many depends on the detail level.
  public var examples: [TranslationExample]

  /// Takes the six fields.
  public init(
    normalForm: String, synonyms: String, translatedText: String, sourceLanguage: String,
    shortTranslation: String, examples: [TranslationExample]
  ) {
    self.normalForm = normalForm
    self.synonyms = synonyms
    self.translatedText = translatedText
    self.sourceLanguage = sourceLanguage
    self.shortTranslation = shortTranslation
    self.examples = examples
  }
}

/// A sentence in the source language and its translation.
public struct TranslationExample: Codable, Equatable, Sendable {
  /// The sentence in the source language.
  public var original: String
  /// The sentence in the target language.
  public var translation: String

  /// Pairs a sentence with its translation.
  public init(original: String, translation: String) {
    self.original = original
    self.translation = translation
  }
}
