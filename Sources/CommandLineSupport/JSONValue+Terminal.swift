import TranscriptorKit

extension String {
  /// JSON text with JSON's own escapes for whatever a terminal must not get raw.
  ///
  /// Such characters stand only inside strings, so that a parser reads the same value.
  var escapedForTerminal: String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar == "\n" || scalar.isTerminalSafe {
        text.append(scalar)
      } else {
        let digits = String(scalar.value, radix: 16)
        let zeros = String(repeating: "0", count: 4 - digits.count)
        text.append(contentsOf: "\\u\(zeros)\(digits)".unicodeScalars)
      }
    }
    return String(text)
  }
}

extension Unicode.Scalar {
  /// All that is unsafe lies in the basic plane, where four digits name it.
  fileprivate var isTerminalSafe: Bool {
    value > 0xFFFF || (0x20..<0x7F).contains(value)
      || String(Character(self)).terminalSafe.unicodeScalars.elementsEqual(CollectionOfOne(self))
  }
}
