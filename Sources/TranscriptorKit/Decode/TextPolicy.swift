/// What becomes of characters that are no letters, blanks or signs.
enum TextPolicy {
  /// The text without byte-order marks, DOS's end-of-file mark, and white space at its ends.
  ///
  /// A byte-order mark also stands inside where files were joined; as a character it means nothing more (The Unicode
  /// Standard, section 23.2). All else stays, control characters and those for the direction of writing too: what shows
  /// the text sees to them.
  static func clean(_ text: String) -> String {
    var scalars = text.unicodeScalars
    if scalars.contains(byteOrderMark) { scalars.removeAll { $0 == byteOrderMark } }
    while let last = scalars.last, last == endOfFile || last.properties.isWhitespace { scalars.removeLast() }
    return String(scalars).trimmed
  }

  /// Whether a text was meant to be read.
  ///
  /// A NUL is in no text. Other control characters and noncharacters stray into texts, so only more than one in twenty
  /// makes it binary; those of layout (backspace to carriage return, escape, next line) do not count.
  static func isText(_ text: String) -> Bool {
    var strays = 0
    var count = 0
    for scalar in text.unicodeScalars {
      count += 1
      switch scalar.value {
      case 0: return false
      case 0x08...0x0D, 0x1B, 0x85: break
      case 0x01..<0x20, 0x7F..<0xA0, 0xFDD0...0xFDEF: strays += 1
      case let value where value & 0xFFFE == 0xFFFE: strays += 1
      default: break
      }
    }
    return strays * 20 <= count
  }

  /// Whether bytes switch to Japanese by an escape sequence (RFC 1468), which UTF-8 text has no use for.
  static func designatesJapanese(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while let escape = rest.firstIndex(of: 0x1B) {
      rest = rest[(escape + 1)...]
      if rest.starts(with: [0x24, 0x42]) || rest.starts(with: [0x24, 0x40]) { return true }
    }
    return false
  }

  /// Whether bytes that are not valid UTF-8 are mostly characters of UTF-8; in texts of other encodings these come by
  /// chance and are few.
  static func isDamagedUTF8(_ bytes: [UInt8]) -> Bool {
    var characters = 0
    var strays = 0
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): if !scalar.isASCII { characters += 1 }
      case .error: strays += 1
      case .emptyInput: return characters > strays || endsWithinCharacter(bytes)
      }
    }
  }

  /// Whether three of the four bytes of a character stand at the end, which make no words in other encodings.
  private static func endsWithinCharacter(_ bytes: [UInt8]) -> Bool {
    let end = Array(bytes.suffix(3))
    return end.count == 3 && (0xF0...0xF4).contains(end[0]) && end[1] & 0xC0 == 0x80 && end[2] & 0xC0 == 0x80
  }

  private static let byteOrderMark: Unicode.Scalar = "\u{FEFF}"
  private static let endOfFile: Unicode.Scalar = "\u{1A}"
}
