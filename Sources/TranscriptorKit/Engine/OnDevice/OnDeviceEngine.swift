public import FoundationEssentials

/// Translates words and set phrases with the dictionaries on this machine, without a network.
///
/// Dictionaries of two families in the format of `dictd` are used: those that WikDict made for FreeDict, and Mueller's
/// English-Russian one. What they can't answer is an item's trouble, never a service's.
public struct OnDeviceEngine: TranslationEngine {
  /// Dictionaries on this machine.
  public var name: EngineName { .onDevice }

  private let library: DictionaryLibrary
  private let badge: @Sendable (Language, Language) -> String

  /// Where dictionaries are looked for: the user's own folder, then the system's.
  ///
  /// The user's is `$XDG_DATA_HOME/transcriptor/dictd`, with `~/.local/share` where the variable is unset or not
  /// absolute (XDG Base Directory Specification); the system's is `/usr/share/dictd`.
  public static func defaultFolders(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> [String] {
    let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.local/share" : nil }
    return [data ?? home].compactMap { $0.map { $0 + "/transcriptor/dictd" } } + ["/usr/share/dictd"]
  }

  /// Takes the folders and how languages are named.
  /// - Parameters:
  ///   - folders: Where dictionaries are looked for; of two with one name the first folder's counts. One that is
  ///     installed later is found without a restart.
  ///   - badge: The name of the first language in the second, with its code: `Польский (pl)`.
  public init(
    folders: [String] = OnDeviceEngine.defaultFolders(),
    badge: @escaping @Sendable (Language, Language) -> String = { LanguageNames.badge(for: $0, in: $1) }
  ) {
    library = DictionaryLibrary(folders: folders)
    self.badge = badge
  }

  /// The dictionaries that can be used now, sorted by name.
  package func installedDictionaries() async -> [InstalledDictionary] { await library.installed() }

  /// Looks a word or a set phrase up.
  /// - Throws: `TranslationTrouble` of kind item where no dictionary can answer; `CancellationError`.
  public func translate(_ text: String, settings: TranslationSettings) async throws -> TranslationAnswer {
    try Task.checkCancellation()
    let troubles = OnDeviceTroubles(settings: settings, badge: badge)
    // No headword is nearly as long; there is no need to fold the letters of a whole book.
    guard text.utf8.count <= 512 else { throw troubles.sentence }
    let target = LanguageCodes.canonical(settings.targetLanguage.code)
    let hint = settings.sourceLanguage?.code
    let scripts = Script.scripts(of: text)
    let outcome = try await WorkMark.around {
      try await library.search(text, to: target) { source in
        hint.map { LanguageCodes.same($0, source) } ?? Script.canWrite(scripts, language: source)
      }
    }
    try Task.checkCancellation()
    let ranked = SourceChoice.ranked(outcome.hits, for: text)
    guard let hit = ranked.first else { throw troubles.nothingFound(for: text, outcome) }
    return answer(hit, for: text, others: ranked.dropFirst(), broken: outcome.broken, settings, target)
  }

  private func answer(
    _ hit: DictionaryLibrary.Hit, for text: String, others: ArraySlice<DictionaryLibrary.Hit>,
    broken: [DictionaryError], _ settings: TranslationSettings, _ target: String
  ) -> TranslationAnswer {
    let layout = EntryLayout(hit.entries, for: text, level: settings.detailLevel, language: target)
    let source = settings.sourceLanguage.flatMap { Language(LanguageCodes.canonical($0.code)) }
    let meta = TranslationMeta(
      normalForm: layout.headword, synonyms: "", translatedText: layout.text,
      sourceLanguage: badge(source ?? hit.dictionary.source, settings.targetLanguage),
      shortTranslation: layout.shortTranslation, examples: layout.examples)
    var warnings: [String] = []
    if !others.isEmpty, let english = Language("en") {
      let names = others.map { badge($0.dictionary.source, english) }.joined(separator: ", ")
      warnings.append(
        "The text is also a word of other languages: \(names). Name the source language if one of these is meant."
      )
    }
    warnings += broken.map { "A dictionary was left out: \($0)." }
    return TranslationAnswer(
      meta: meta, model: hit.dictionary.title, quality: .good, warnings: warnings)
  }
}
