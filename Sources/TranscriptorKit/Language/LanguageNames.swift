/// What languages are called in other languages.
///
/// The names are a table from Unicode CLDR. ICU knows them too, but adds 40 MB to a static program, and is silently
/// left out of one that does not happen to refer to it.
public enum LanguageNames {
  /// A language's name as it stands within a sentence: `польский`.
  ///
  /// Script and region are not named.
  /// - Parameters:
  ///   - language: The language that is named.
  ///   - target: The language that the name is written in; English where the table has no name in it.
  /// - Returns: nil where the table does not know the language.
  public static func name(of language: Language, in target: Language) -> String? {
    let code = keptUnder[language.code] ?? language.code
    return names(for: target)[code] ?? english[code]
  }

  /// A language's name as it stands at the start of a sentence, with its code in brackets: `Польский (pl)`.
  ///
  /// The code takes the name's place where the table does not know the language.
  public static func badge(for language: Language, in target: Language) -> String {
    let name = name(of: language, in: target).map { $0.startingSentence(in: target) }
    return "\(name ?? language.code) (\(language.code))"
  }

  /// The codes of all languages that have a name: ISO 639-1 in full, and a part of ISO 639-3.
  package static let knownCodes = Set(english.keys).union(keptUnder.keys)

  /// Codes whose language CLDR keeps under another.
  private static let keptUnder = [
    "cmn": "zh", "cnr": "sh", "kmr": "ku", "mhr": "chm", "swh": "sw", "zlm": "ms",
  ]

  private static let english = row("en").map(parse) ?? [:]

  /// The names that were asked for so far, by the tag of their row.
  private static let parsed = Guarded<[String: [String: String]]>([:])

  private static func names(for target: Language) -> [String: String] {
    for tag in LanguageNames.rows(for: target) {
      if let names = parsed.withLock({ $0[tag] }) { return names }
      guard let row = row(tag) else { continue }
      let names = parse(row)
      parsed.withLock { $0[tag] = names }
      return names
    }
    return english
  }

  /// The tags under which the table may hold a target language, the closest first.
  private static func rows(for target: Language) -> [String] {
    let withoutRegion = target.tag.split(separator: "-").prefix { $0.utf8.count > 3 || $0 == target.code }
    return [
      target.tag, closestRow[target.tag], withoutRegion.joined(separator: "-"), target.code,
      closestRow[target.code],
    ].compactMap(\.self)
  }

  /// Where a tag's readers are served best if it has no row of its own.
  private static let closestRow = [
    "cmn": "zh", "cnr": "sr-Latn", "kmr": "ku", "no": "nb", "pt-AO": "pt-PT", "pt-MZ": "pt-PT",
    "sh": "sr-Latn",
    "sr-ME": "sr-Latn", "swh": "sw", "tl": "fil", "yue": "zh-Hant-HK", "zh-HK": "zh-Hant-HK",
    "zh-MO": "zh-Hant-HK",
    "zh-TW": "zh-Hant", "zlm": "ms",
  ]

  private static func row(_ tag: String) -> StaticString? {
    for row in [table1, table2, table3, table4].joined() where row.startsRow(tag) { return row }
    return nil
  }

  /// Splits a row, `tag|code name|code name|…`, into its names.
  private static func parse(_ row: StaticString) -> [String: String] {
    let pairs = row.description.split(separator: "|").dropFirst().map { pair in
      let parts = pair.split(separator: " ", maxSplits: 1)
      return (String(parts[0]), String(parts[1]))
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }
}

extension StaticString {
  fileprivate func startsRow(_ tag: String) -> Bool {
    withUTF8Buffer { $0.starts(with: Array(tag.utf8) + [UInt8(ascii: "|")]) }
  }
}

extension String {
  /// The text with its first letter as a sentence begins with it in a language.
  ///
  /// Unicode's titlecase mapping leaves scripts alone whose sentences have no capital, Georgian among them, where
  /// the uppercase mapping would not. Two rules depend on the language (Unicode's SpecialCasing.txt, CLDR nl).
  fileprivate func startingSentence(in language: Language) -> String {
    guard let first = unicodeScalars.first else { return self }
    let rest = unicodeScalars.dropFirst()
    switch language.code {
    case "az" where first == "i", "tr" where first == "i":
      return "İ" + String(rest)
    case "nl" where hasPrefix("ij"): return "IJ" + String(rest.dropFirst())
    default: return first.properties.titlecaseMapping + String(rest)
    }
  }
}
