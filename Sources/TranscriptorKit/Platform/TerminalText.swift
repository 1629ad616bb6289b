extension String {
  /// The text on one line, fit for a terminal or a log whoever wrote it.
  ///
  /// Control characters (C0, DEL, C1), the characters that change the direction of writing (Unicode's UAX #9) and
  /// Unicode's line and paragraph separators are written as escapes, `\n` or `\u{1B}`; all else stays.
  package var terminalSafe: String { unicodeScalars.map(\.terminalSafe).joined() }

  /// The text on its lines, each of which is fit for a terminal or a log whoever wrote it.
  ///
  /// CR LF is one line break; a tab becomes spaces. Else as `terminalSafe`.
  package var terminalSafeLines: String {
    normalisingLineBreaks.unicodeScalars.map { $0 == "\n" ? "\n" : $0 == "\t" ? "    " : $0.terminalSafe }
      .joined()
  }

  /// The text with every line break of Unicode's (UAX #14: CR LF, CR, VT, FF, NEL, LS, PS) as a line feed.
  var normalisingLineBreaks: String {
    var text = Self.UnicodeScalarView()
    var previous: Unicode.Scalar = "\n"
    for scalar in unicodeScalars {
      switch scalar {
      case "\n" where previous == "\r" && !text.isEmpty: break
      case "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}": text.append("\n")
      default: text.append(scalar)
      }
      previous = scalar
    }
    return String(text)
  }
}

extension Unicode.Scalar {
  /// Whether a terminal may take the character for a command: C0, DEL and C1.
  var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

  /// Whether the character changes the direction of writing, so that a line reads other than it is
  /// (Unicode's UAX #9, section 2).
  var isDirectionControl: Bool {
    switch value {
    case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  fileprivate var terminalSafe: String {
    guard isControl || isDirectionControl || self == "\u{2028}" || self == "\u{2029}" else {
      return String(Character(self))
    }
    switch self {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default: return "\\u{\(String(value, radix: 16, uppercase: true))}"
    }
  }
}
