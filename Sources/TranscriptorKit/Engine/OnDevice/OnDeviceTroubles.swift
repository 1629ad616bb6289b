/// Says why the dictionaries can't translate a text, and what would help.
struct OnDeviceTroubles {
  let settings: TranslationSettings
  let badge: @Sendable (Language, Language) -> String

  /// The text is longer than what dictionaries have.
  var sentence: TranslationTrouble {
    TranslationTrouble(
      .item(.unsupportedPair),
      "The on-device dictionaries translate words and set phrases, not whole sentences.",
      hint: "To translate sentences, set a Gemini key: \(Self.setKey)")
  }

  /// Why a search for a text brought nothing.
  func nothingFound(for text: String, _ outcome: DictionaryLibrary.Outcome) -> TranslationTrouble {
    if Self.isSentence(text) { return sentence }
    if !outcome.asked.isEmpty { return notFound(outcome, for: text) }
    if let error = outcome.broken.first {
      return TranslationTrouble(
        .item(.needsDownload), "The dictionary for this can't be used: \(error).",
        hint: "Install its package again, or remove the file.")
    }
    let packages = missingPackages(outcome, for: text)
    guard !packages.isEmpty else {
      let others = DictionaryPackages.packages(
        from: settings.sourceLanguage?.code, to: settings.targetLanguage.code)
      let reason =
        others.isEmpty
        ? "There is no on-device dictionary \(pair)."
        : "No on-device dictionary \(pair) has words in this script."
      return TranslationTrouble(
        .item(.unsupportedPair), reason,
        hint: "To translate this, set a Gemini key: \(Self.setKey)")
    }
    return TranslationTrouble(
      .item(.needsDownload), "No dictionary \(pair) is installed.",
      hint: "Install \(packages.count == 1 ? "it" : "those that you need"): \(Self.install(packages))")
  }

  /// Whether a text has the length or the marks of a sentence, so that no dictionary would have it.
  static func isSentence(_ text: String) -> Bool {
    let words = text.split(whereSeparator: \.isWhitespace)
    if words.count > 4 || text.count > 60 || text.contains(where: \.isNewline) { return true }
    if text.contains(where: { "。！？".contains($0) }) { return true }
    return words.count > 1 && text.contains { ".!?…".contains($0) }
  }

  private func notFound(_ outcome: DictionaryLibrary.Outcome, for text: String) -> TranslationTrouble {
    var hint = "It was looked for in " + outcome.asked.map(\.name).joined(separator: ", ") + "."
    let packages = missingPackages(outcome, for: text)
    if !packages.isEmpty { hint += " More dictionaries: \(Self.install(packages))." }
    if let error = outcome.broken.first { hint += " One could not be used: \(error)." }
    hint +=
      " Its dictionary form may be found where an inflected one is not. Or set a Gemini key: \(Self.setKey)"
    return TranslationTrouble(
      .item(.notFound), "No installed dictionary \(pair) has this text as an entry.", hint: hint)
  }

  /// The packages for the pair, in the text's script, whose dictionaries were not asked.
  private func missingPackages(_ outcome: DictionaryLibrary.Outcome, for text: String) -> [String] {
    let scripts = Script.scripts(of: text)
    let source = settings.sourceLanguage?.code
    let known = DictionaryPackages.packages(from: source, to: settings.targetLanguage.code)
    return known.filter { package in
      (source != nil || Script.canWrite(scripts, language: package.source))
        && !outcome.asked.contains { LanguageCodes.same($0.source.code, package.source) }
    }.map(\.name)
  }

  /// `from Polish (pl) into Russian (ru)`, as far as it is known.
  private var pair: String {
    let english = Language("en") ?? settings.targetLanguage
    let target = "into " + badge(settings.targetLanguage, english)
    return settings.sourceLanguage.map { "from \(badge($0, english)) " + target } ?? target
  }

  private static let setKey = "transcriptor settings set apiKey"

  private static func install(_ packages: [String]) -> String {
    "sudo apt-get install " + packages.joined(separator: " ")
  }
}
