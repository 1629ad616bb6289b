import Glibc

/// What an encoding makes of a sample of bytes, judged as words.
///
/// Words in ASCII alone look the same in every encoding and count for none.
struct Reading {
  /// The text.
  let text: String
  private var letters: [(value: UInt32, script: Script?)] = []
  /// The logarithm of how likely the letter cases and symbols are, in languages with and without an alphabet.
  private var alphabetic: Float = 0
  private var wide: Float = 0

  /// Looks at a text; nil where it holds what no text has: control characters, private ones.
  init?(_ text: String) {
    self.text = text
    var word: [Unicode.Scalar] = []
    var isForeign = false
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        guard scalar.value >= 0x20 || (0x08...0x0D).contains(scalar.value) || scalar.value == 0x1A else {
          return nil
        }
        if scalar.isASCIILetter {
          word.append(scalar)
        } else {
          if isForeign { judge(word) }
          word.removeAll(keepingCapacity: true)
          isForeign = false
        }
      } else {
        guard !scalar.isControl, !scalar.isPrivateOrNoCharacter else { return nil }
        word.append(scalar)
        isForeign = true
      }
    }
    if isForeign { judge(word) }
  }

  /// The logarithm of how likely the text is in a language.
  func likelihood(in profile: LanguageProfile) -> Float {
    letters.reduce(profile.isWide ? wide : alphabetic) { $0 + profile.odds(of: $1.value, script: $1.script) }
  }

  private mutating func judge(_ word: [Unicode.Scalar]) {
    var capitals = 0
    var smalls = 0
    var previous: Script?
    var isAtStart = true
    for (place, scalar) in word.enumerated() {
      guard scalar.isWordPart else {
        let isBehind = place > 0 && word[place - 1].isWordPart
        judge(
          symbol: scalar, isBehind: isBehind,
          isInside: isBehind && place < word.count - 1 && word[place + 1].isWordPart)
        previous = nil
        isAtStart = true
        continue
      }
      let properties = scalar.properties
      if properties.isUppercase {
        addToBoth(isAtStart ? Odds.capital : smalls == 0 ? Odds.capitalAmongCapitals : Odds.capitalAfterSmall)
        capitals += 1
      } else if properties.isLowercase {
        if capitals > 1 { addToBoth(Odds.smallAfterCapitals) }
        smalls += 1
      }
      let small = properties.isUppercase ? properties.lowercaseMapping.unicodeScalars.first ?? scalar : scalar
      let script = Script(small)
      if let previous, let script, script != previous {
        alphabetic += Odds.otherScript
        if script == .latin || previous == .latin { wide += Odds.besideLatin }
      }
      letters.append((small.value, script))
      previous = script ?? previous
      isAtStart = false
    }
  }

  /// Judges a symbol that stands behind a letter, or even between two, or not.
  private mutating func judge(symbol: Unicode.Scalar, isBehind: Bool, isInside: Bool) {
    guard Self.usual.contains(symbol), !isBehind || !Self.beforeWords.contains(symbol) else {
      addToBoth(isInside ? Odds.strangeSymbolInside : Odds.strangeSymbol)
      return
    }
    wide += Odds.usualSymbol
    alphabetic += isInside && !Self.betweenLetters.contains(symbol) ? Odds.strangeSymbol : Odds.usualSymbol
  }

  private mutating func addToBoth(_ odds: Float) {
    alphabetic += odds
    wide += odds
  }

  /// Quotation marks, dashes and the like that texts are full of.
  private static let usual = Set("“”„«»–—…’‘•€°§№¿¡\u{A0}\u{3000}、。「」，！？：（）；《》・％".unicodeScalars)
  private static let betweenLetters = Set("’–—…\u{A0}".unicodeScalars)

  /// Symbols that open a word or stand alone.
  private static let beforeWords = Set("§№¿¡".unicodeScalars)

  private enum Odds {
    static let capital = logf(0.1)
    static let capitalAmongCapitals = logf(0.5)
    static let capitalAfterSmall = logf(0.003)
    static let smallAfterCapitals = logf(0.01)
    static let otherScript = logf(0.01)
    static let besideLatin = logf(0.05)
    static let usualSymbol = logf(5e-3)
    static let strangeSymbol = logf(1e-5)
    static let strangeSymbolInside = logf(1e-7)
  }
}

extension Unicode.Scalar {
  fileprivate var isASCIILetter: Bool { (0x41...0x5A).contains(value) || (0x61...0x7A).contains(value) }

  fileprivate var isWordPart: Bool {
    isASCII ? isASCIILetter : properties.isAlphabetic || properties.generalCategory == .nonspacingMark
  }

  fileprivate var isPrivateOrNoCharacter: Bool {
    switch properties.generalCategory {
    case .privateUse, .unassigned: true
    default: false
    }
  }
}
