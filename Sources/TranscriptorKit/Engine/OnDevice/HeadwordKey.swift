@_spi(_Unicode) import Swift

/// Turns a headword into the key that its dictionary's index has for it, as dictfmt(1) does.
enum HeadwordKey {
  /// The keys to look a text up under, the likeliest first; none where no letter or digit is left.
  /// - Parameter keepsPunctuation: Whether the index was made with `--allchars`.
  static func candidates(for text: String, keepsPunctuation: Bool) -> [String] {
    guard keepsPunctuation else {
      let key = normalized(text, keeping: { $0.isLetterOrNumber })
      return key.isEmpty ? [] : [key]
    }
    // Typographic apostrophes and hyphens are typed more often than they stand in an index.
    let plain = text.replacing("\u{2019}", with: "'").replacing("\u{2010}", with: "-")
    let whole = normalized(plain, keeping: { _ in true })
    let bare = whole.trimmingOuterPunctuation
    return [whole, bare].filter { $0.unicodeScalars.contains(where: \.isLetterOrNumber) }.uniqued
  }

  /// Lower case, composed (NFC), single spaces, and of all other characters those that `keeping` accepts.
  private static func normalized(_ text: String, keeping: (Unicode.Scalar) -> Bool) -> String {
    var key = String.UnicodeScalarView()
    for scalar in text.nfc.lowercased().unicodeScalars {
      if scalar.properties.isWhitespace {
        if let last = key.last, last != " " { key.append(" ") }
      } else if keeping(scalar) {
        key.append(scalar)
      }
    }
    while key.last == " " { key.removeLast() }
    return String(key)
  }
}

extension String {
  /// The text in composed form (Unicode's NFC), as dictionaries are written.
  var nfc: String { String(UnicodeScalarView(_nfc)) }

  /// The text without the punctuation and spaces around it.
  var trimmingOuterPunctuation: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: \.isLetterOrNumber),
      let last = scalars.lastIndex(where: { $0.isLetterOrNumber || $0.properties.isMark })
    else { return "" }
    return String(scalars[first...last])
  }
}

extension Unicode.Scalar {
  /// Whether the general category is L* or N*.
  ///
  /// Marks are no letters here although Unicode calls many of them alphabetic: dictfmt drops them.
  var isLetterOrNumber: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber:
      true
    default: false
    }
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isMark: Bool {
    [.nonspacingMark, .spacingMark, .enclosingMark].contains(generalCategory)
  }
}
