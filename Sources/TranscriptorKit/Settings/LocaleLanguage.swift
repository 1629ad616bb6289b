/// The user's language as the locale variables name it (locale(7)).
enum LocaleLanguage {
  /// The language of the first of LC_ALL, LC_MESSAGES and LANG that says one; nil where all are silent.
  ///
  /// `C` and `POSIX`, with or without an encoding, name no language: scripts set them for a stable sort.
  static func found(in environment: [String: String]) -> Language? {
    for variable in ["LC_ALL", "LC_MESSAGES", "LANG"] {
      if let locale = environment[variable], let language = language(of: locale) { return language }
    }
    return nil
  }

  /// The language of `pl_PL.UTF-8`; nil for C, POSIX and whatever is no locale.
  static func language(of locale: String) -> Language? {
    let modifier = locale.split(separator: "@").dropFirst().first.map(String.init)
    let name = locale.prefix { $0 != "." && $0 != "@" }
    let parts = name.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
    guard let code = parts.first, code != "C", code != "POSIX", parts.count <= 2 else { return nil }
    let territory = parts.count == 2 ? parts[1] : nil
    if let script = script(of: code, territory: territory, modifier: modifier) {
      return Language("\(code)-\(script)")
    }
    // Only Portuguese is written so differently that readers notice; elsewhere the territory is no choice of words.
    if code == "pt", let territory { return Language("\(code)-\(territory)") }
    return Language(code)
  }

  private static func script(of code: String, territory: String?, modifier: String?) -> String? {
    switch (code, territory, modifier) {
    case ("zh", "TW", _), ("zh", "HK", _), ("zh", "MO", _): "Hant"
    case ("zh", .some, _): "Hans"
    case (_, _, "latin"): "Latn"
    case (_, _, "cyrillic"): "Cyrl"
    case (_, _, "devanagari"): "Deva"
    default: nil
    }
  }
}
