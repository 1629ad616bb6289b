/// What one text is to be translated into, and how.
public struct TranslationSettings: Equatable, Sendable {
  /// The text's language where it is known; nil leaves it to the engine to find out.
  public var sourceLanguage: Language?
  /// The language to translate into.
  public var targetLanguage: Language
  /// How much the translation says.
  public var detailLevel: DetailLevel

  /// Takes the languages and the level.
  public init(sourceLanguage: Language? = nil, targetLanguage: Language, detailLevel: DetailLevel = .standard)
  {
    self.sourceLanguage = sourceLanguage
    self.targetLanguage = targetLanguage
    self.detailLevel = detailLevel
  }
}
