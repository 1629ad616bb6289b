/// All settings after every source was asked, and where each value comes from.
public struct ResolvedSettings: Equatable, Sendable {
  /// A value and its origin.
  public struct Entry: Equatable, Sendable {
    /// The value.
    public let value: SettingValue
    /// Where it comes from.
    public let origin: SettingOrigin
  }

  /// What is set or has a default.
  public let entries: [SettingKey: Entry]
  /// The language of the user's locale, now or at an earlier command; nil where none is known.
  let localeLanguage: Language?

  /// The settings that programs of one group share.
  public var settings: Settings {
    var settings = Settings(targetLanguage: language(.targetLanguage) ?? Self.assumedLanguage)
    settings.targetLanguageIsAssumed = entries[.targetLanguage]?.origin == .assumed
    settings.secondTargetLanguage = language(.secondTargetLanguage)
    settings.requestsPerMinute = integer(.requestsPerMinute)
    if let value = text(.model) { settings.model = value }
    if let value = choice(.detailLevel, DetailLevel.self) { settings.detailLevel = value }
    if let value = choice(.engine, EngineChoice.self) { settings.engine = value }
    if let value = choice(.originals, OriginalsPolicy.self) { settings.originals = value }
    settings.heldNames = list(.heldNames)?.compactMap(NamePattern.init) ?? []
    settings.encoding = text(.encoding).flatMap { $0 == SettingKind.recognised ? nil : TextEncoding($0) }
    settings.likelyLanguages = localeLanguage.map { [$0] } ?? []
    if let value = integer(.maxConcurrent) { settings.maxConcurrent = value }
    if let value = integer(.maxInputBytes) { settings.maxInputBytes = value }
    if let value = seconds(.pollInterval) { settings.pollInterval = value }
    if let value = seconds(.settleTime) { settings.settleTime = value }
    return settings
  }

  /// The user's own settings.
  public var personal: PersonalSettings {
    PersonalSettings(
      baseURL: text(.baseURL) ?? "", apiVersion: text(.apiVersion) ?? "", apiKeyCommand: list(.apiKeyCommand))
  }

  /// English, where nothing names a language.
  static let assumedLanguage = Language.english

  private func text(_ key: SettingKey) -> String? { entries[key]?.value.text }

  private func language(_ key: SettingKey) -> Language? { text(key).flatMap(Language.init) }

  private func choice<Value: RawRepresentable<String>>(_ key: SettingKey, _: Value.Type) -> Value? {
    text(key).flatMap(Value.init)
  }

  private func list(_ key: SettingKey) -> [String]? {
    guard case .list(let texts)? = entries[key]?.value else { return nil }
    return texts
  }

  private func integer(_ key: SettingKey) -> Int? {
    guard case .integer(let number)? = entries[key]?.value else { return nil }
    return number
  }

  private func seconds(_ key: SettingKey) -> Duration? {
    guard case .seconds(let number)? = entries[key]?.value else { return nil }
    return .seconds(number)
  }
}

extension Language {
  fileprivate static let english: Language = {
    guard let language = Language("en") else { preconditionFailure("en is a language") }
    return language
  }()
}
