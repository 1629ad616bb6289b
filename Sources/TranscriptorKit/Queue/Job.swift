/// One text that waits for an engine.
public struct Job: Equatable, Sendable {
  /// The text, trimmed and not empty.
  public var text: String
  /// The languages and the level.
  public var settings: TranslationSettings

  /// Joins a text with what it is to be translated into.
  public init(text: String, settings: TranslationSettings) {
    self.text = text
    self.settings = settings
  }
}
