import Glibc

/// How often the letters of a language's texts are which.
///
/// This is no model of a language: it only has to tell text from what another encoding makes of its bytes.
struct LanguageProfile: Sendable {
  /// The language's ISO 639 code; `zh-Hant` for Chinese in traditional characters.
  let code: String
  /// Whether the language is written without spaces between words, in thousands of characters.
  let isWide: Bool
  /// How likely the language is before a text is seen: the logarithm of its share, roughly.
  let prior: Float
  private let odds: [UInt32: Float]
  private let scripts: Set<Script>

  /// The logarithm of the share of a letter, in small; a letter that the language does not have is still possible in a
  /// name or a borrowed word.
  func odds(of letter: UInt32, script: Script?) -> Float {
    if let odds = odds[letter] { return odds }
    guard let script, scripts.contains(script) else { return letter < 0x80 ? Self.borrowed : Self.foreign }
    switch script {
    case .latin: return letter < 0x80 ? Self.borrowed : Self.strangeLatin
    case .han: return Self.strangeHan
    case .hangul: return Self.strangeHangul
    default: return Self.strange
    }
  }

  private static let borrowed = logf(1e-3)
  private static let strange = logf(1e-4)
  private static let strangeLatin = logf(3e-5)
  private static let strangeHangul = logf(1e-5)
  private static let strangeHan = logf(1e-6)
  private static let foreign = logf(1e-7)

  /// A profile by its code.
  static func named(_ code: String) -> LanguageProfile? { all[code] }

  private static let all: [String: LanguageProfile] = {
    let alphabetic = alphabets.map {
      LanguageProfile($0.key, letters: $0.value.letters, share: $0.value.share)
    }
    let wide = [
      LanguageProfile(
        "zh", share: 1, [(commonHan, 0.5), (StandardCharacters.gb2312, 0.45)], [.han]),
      LanguageProfile(
        "zh-Hant", share: 0.5, [(commonHan, 0.5), (StandardCharacters.big5, 0.45)], [.han]),
      LanguageProfile(
        "ja", share: 1, [(kana, 0.55), (commonKanji, 0.2), (StandardCharacters.jis, 0.2)], [.kana, .han]),
      LanguageProfile(
        "ko", share: 0.5, [(commonHangul, 0.55), (StandardCharacters.hangul, 0.4)], [.hangul, .han]),
    ]
    return Dictionary(uniqueKeysWithValues: (alphabetic + wide).map { ($0.code, $0) })
  }()

  /// A language with an alphabet, its letters from the most to the least frequent.
  private init(_ code: String, letters: String, share: Float) {
    let letters = Self.distinct(letters.unicodeScalars.map(\.value))
    // Frequencies of letters fall about evenly on a logarithmic scale, to a 25th at the end of the alphabet.
    let weights = letters.indices.map { expf(-3.2 * Float($0) / Float(letters.count)) + 0.002 }
    let sum = weights.reduce(0, +)
    self.code = code
    isWide = false
    prior = logf(share)
    odds = Dictionary(uniqueKeysWithValues: zip(letters, weights.map { logf($0 / sum) }))
    scripts = Set(letters.lazy.compactMap(Unicode.Scalar.init).compactMap(Script.init))
  }

  /// A language of many characters, in groups with the share of all text that each makes up.
  private init(
    _ code: String, share: Float, _ groups: [(characters: [UInt32], share: Float)], _ scripts: Set<Script>
  ) {
    var odds: [UInt32: Float] = [:]
    for group in groups {
      let characters = Self.distinct(group.characters).filter { odds[$0] == nil }
      for character in characters { odds[character] = logf(group.share / Float(characters.count)) }
    }
    self.code = code
    isWide = true
    prior = logf(share)
    self.odds = odds
    self.scripts = scripts
  }

  private static func distinct(_ values: [UInt32]) -> [UInt32] {
    var seen: Set<UInt32> = []
    return values.filter { seen.insert($0).inserted }
  }
}
