/// A writing system, as far as it tells source languages apart.
enum Script: Hashable, Sendable {
  case latin, cyrillic, greek, arabic, hebrew, devanagari, thai, kana, han, hangul

  /// The scripts of a text's letters; empty where it has none that we know.
  static func scripts(of text: String) -> Set<Script> { Set(text.unicodeScalars.compactMap(Script.init)) }

  /// Whether a text can be in a language, by the letters alone.
  static func canWrite(_ text: Set<Script>, language: String) -> Bool {
    text.isEmpty || !text.isDisjoint(with: scripts(language: language))
  }

  /// The scripts of a language, by its ISO 639 code.
  private static func scripts(language: String) -> Set<Script> {
    switch language {
    case "ru", "uk", "be", "bg", "mk": [.cyrillic]
    case "sr": [.cyrillic, .latin]
    case "el": [.greek]
    case "ar", "ur", "ckb": [.arabic]
    case "he", "yi": [.hebrew]
    case "hi", "sa": [.devanagari]
    case "th": [.thai]
    case "ja": [.kana, .han]
    case "zh": [.han]
    case "ko": [.hangul]
    default: [.latin]
    }
  }

  /// The script of a letter; nil where it is none, or one of another script.
  init?(_ scalar: Unicode.Scalar) {
    guard scalar.isLetterOrNumber else { return nil }
    if scalar.isLatin {
      self = .latin
      return
    }
    switch scalar.value {
    case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
    case 0x400...0x52F: self = .cyrillic
    case 0x590...0x5FF: self = .hebrew
    case 0x600...0x6FF, 0x750...0x77F: self = .arabic
    case 0x900...0x97F: self = .devanagari
    case 0xE00...0xE7F: self = .thai
    case 0x3040...0x30FF: self = .kana
    case 0x3400...0x4DBF, 0x4E00...0x9FFF: self = .han
    case 0x1100...0x11FF, 0xAC00...0xD7AF: self = .hangul
    default: return nil
    }
  }
}
