/// What texts are worked on with: the settings, and the engine that they lead to.
public struct SpoolConfiguration: Sendable {
  /// The settings.
  public var settings: Settings
  /// Who translates.
  public var engine: any TranslationEngine

  /// The language of all texts, where the user named it; nil leaves it to the engine to find out.
  public var sourceLanguage: Language?

  /// Joins settings with an engine.
  public init(settings: Settings, engine: any TranslationEngine, sourceLanguage: Language? = nil) {
    self.settings = settings
    self.sourceLanguage = sourceLanguage
    self.engine = engine
  }

  /// What reads the texts.
  var decoder: TextDecoder { TextDecoder(settings, sourceLanguage: sourceLanguage) }

  /// What one text is to be translated into: its folder's language beats the settings'.
  func translation(of path: RelativePath) -> TranslationSettings {
    TranslationSettings(
      sourceLanguage: sourceLanguage, targetLanguage: path.targetLanguage ?? settings.targetLanguage,
      detailLevel: settings.detailLevel)
  }

  /// Where a configuration comes from, so that a watcher can read it again.
  public struct Source: Sendable {
    /// Reads everything anew; throws `TranslationTrouble` of kind set-up where it leads to no engine.
    public var load: @Sendable () async throws -> SpoolConfiguration
    /// A text that changes when a file that `load` reads does; cheap enough for every look at the inbox.
    public var stamp: @Sendable () -> String

    /// Takes both.
    public init(
      load: @escaping @Sendable () async throws -> SpoolConfiguration, stamp: @escaping @Sendable () -> String
    ) {
      self.load = load
      self.stamp = stamp
    }
  }
}
