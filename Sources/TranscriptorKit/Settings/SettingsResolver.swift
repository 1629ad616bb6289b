/// Finds out every setting from all its sources: an option beats the environment, which beats the file, which beats the
/// default.
public struct SettingsResolver: Sendable {
  /// The group whose shared settings hold.
  public let group: AppGroup
  /// The user's own folder; nil where the user has no home.
  public let configFolder: ConfigFolder?
  private let environment: [String: String]
  private let options: [SettingKey: SettingValue]

  /// Takes the sources; files are read anew by each `resolve`.
  /// - Parameters:
  ///   - environment: The variables; an empty one counts as unset.
  ///   - options: What the command line sets.
  public init(group: AppGroup, environment: [String: String], options: [SettingKey: SettingValue] = [:]) {
    self.group = group
    self.environment = environment
    self.options = options
    configFolder = ConfigFolder(environment: environment)
  }

  /// Asks all sources.
  ///
  /// - Throws: `TranslationTrouble` of kind set-up that names the file or variable with a bad value and what is allowed.
  public func resolve() throws(TranslationTrouble) -> ResolvedSettings {
    var files: [SettingKey: ResolvedSettings.Entry] = [:]
    for file in [SettingsFile(of: group)] + (configFolder.map { [SettingsFile(in: $0)] } ?? []) {
      for (key, value) in try file.values() { files[key] = .init(value: value, origin: .file(file.path)) }
    }
    var entries: [SettingKey: ResolvedSettings.Entry] = [:]
    for key in SettingKey.allCases {
      if let value = options[key] {
        entries[key] = .init(value: value, origin: .option)
      } else if let entry = try variable(key.environmentVariable, key) ?? files[key] {
        entries[key] = entry
      } else {
        entries[key] = try fallback(key)
      }
    }
    return ResolvedSettings(entries: entries, localeLanguage: localeLanguage?.language)
  }

  /// Keeps the language that the locale names, for commands that run without a locale.
  public func rememberLanguage() {
    if let language = LocaleLanguage.found(in: environment) {
      LanguageMemory(group: group).remember(language)
    }
  }

  /// The source of the key that holds; nil where none is set.
  public func keySource(_ settings: ResolvedSettings) throws(TranslationTrouble) -> KeySource? {
    try KeySource.first(
      environment: environment, configFolder: configFolder, command: settings.personal.apiKeyCommand)
  }

  private func variable(_ name: String, _ key: SettingKey) throws(TranslationTrouble) -> ResolvedSettings
    .Entry?
  {
    guard let text = environment[name], !text.isEmpty else { return nil }
    guard let value = key.kind.value(of: text) else {
      throw TranslationTrouble(
        .setup, "The environment variable \(name) must be \(key.kind.allowed).",
        hint: "Change it, or take it out of the environment.")
    }
    return .init(value: value, origin: .environment(name))
  }

  private func fallback(_ key: SettingKey) throws(TranslationTrouble) -> ResolvedSettings.Entry? {
    switch key {
    case .targetLanguage: return targetLanguage()
    // Google's own SDKs honour these two below what a program sets.
    case .baseURL: if let entry = try variable("GOOGLE_GEMINI_BASE_URL", key) { return entry }
    case .apiVersion: if let entry = try variable("GOOGLE_GENAI_API_VERSION", key) { return entry }
    default: break
    }
    return key.fallback.map { .init(value: $0, origin: .fallback) }
  }

  private func targetLanguage() -> ResolvedSettings.Entry {
    if let (language, origin) = localeLanguage { return .init(value: .text(language.tag), origin: origin) }
    return .init(value: .text(ResolvedSettings.assumedLanguage.tag), origin: .assumed)
  }

  /// The language that the locale names, or named at an earlier command.
  private var localeLanguage: (language: Language, origin: SettingOrigin)? {
    if let language = LocaleLanguage.found(in: environment) { return (language, .locale) }
    return LanguageMemory(group: group).recall().map { ($0, .earlierLocale) }
  }
}
