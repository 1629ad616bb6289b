/// Which engine answers, with all that it needs.
public enum EngineSelection: Equatable, Sendable {
  /// Gemini, where and as whom it is asked.
  case gemini(GeminiConfiguration)
  /// The dictionaries of this machine.
  case onDevice

  /// Finds out who answers, and reads the key where that is Gemini.
  ///
  /// - Parameter environment: The variables that the program was started with.
  /// - Throws: `TranslationTrouble` of kind set-up where Gemini is wanted and no key is set, or where the source of the
  ///   key that is set fails; it is then never another engine that answers.
  public init(
    _ settings: ResolvedSettings, keySource: KeySource?, environment: [String: String]
  ) async throws(TranslationTrouble) {
    guard let source = try Self.source(for: settings.settings.engine, keySource) else {
      self = .onDevice
      return
    }
    var configuration = GeminiConfiguration(
      model: settings.settings.model, apiKey: try await source.read(environment: environment))
    configuration.baseURL = settings.personal.baseURL
    configuration.apiVersion = settings.personal.apiVersion
    self = .gemini(configuration)
  }

  /// The key's source where Gemini answers; nil where the on-device engine does.
  static func source(
    for choice: EngineChoice, _ source: KeySource?
  ) throws(TranslationTrouble) -> KeySource? {
    switch (choice, source) {
    case (.onDevice, _), (.auto, nil): return nil
    case (.auto, let source?), (.gemini, let source?): return source
    case (.gemini, nil):
      throw TranslationTrouble(
        .setup, "Gemini is chosen as the engine, but no API key is set.",
        hint: "Set one with: transcriptor settings set apiKey (or choose the engine auto or on-device).")
    }
  }

  /// The engine's name, as results have it.
  public var name: EngineName {
    switch self {
    case .gemini: .gemini
    case .onDevice: .onDevice
    }
  }
}
