/// Small operations on the text of dictionary entries that several parsers share.
extension String {
  /// The text without stress marks (U+0301) on Cyrillic letters, which print would not have either.
  var withoutStress: String {
    guard unicodeScalars.contains(where: { $0 == "\u{301}" || $0 == "\u{300}" }) else { return self }
    var plain = UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar == "\u{301}" || scalar == "\u{300}", let last = plain.last, last.isCyrillic { continue }
      plain.append(scalar)
    }
    return String(plain)
  }

  /// The text without white space at its ends and with single spaces inside.
  var collapsed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  /// The parts between separators, except those inside brackets; trimmed, and without empty ones.
  func splitOutsideBrackets(_ separator: Character) -> [String] {
    var parts = [""]
    var depth = 0
    for character in self {
      switch character {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth = max(0, depth - 1)
      default: break
      }
      if character == separator, depth == 0 {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts.map(\.trimmed).filter { !$0.isEmpty }
  }

  /// The text without bracketed parts that stand apart from a word: `вмещать(ся)` keeps its bracket.
  var withoutNotes: String {
    var text = ""
    var rest = self[...]
    while let open = rest.firstIndex(of: "("), let close = rest[open...].firstIndex(of: ")") {
      let attached = open > rest.startIndex && !rest[rest.index(before: open)].isWhitespace
      text += rest[..<open] + (attached ? rest[open...close] : "")
      rest = rest[rest.index(after: close)...]
    }
    return (text + rest).collapsed
  }
}

extension Sequence where Element: Hashable {
  /// The elements without repetitions, in their order.
  var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Unicode.Scalar {
  var isCyrillic: Bool { (0x400...0x52F).contains(value) }
  /// A Latin letter, with or without diacritics.
  var isLatin: Bool {
    switch value {
    case 0x41...0x5A, 0x61...0x7A, 0xAA, 0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x1E00...0x1EFF: true
    default: false
    }
  }
}
