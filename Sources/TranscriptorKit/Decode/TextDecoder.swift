/// Turns a file's bytes into text, or says why they are none.
///
/// UTF-8, with or without byte-order mark, and UTF-16 and UTF-32 with one (The Unicode Standard, section 23.8). Every
/// encoding is read strictly: what is malformed is refused, never replaced.
package struct TextDecoder: Sendable {
  /// The largest text that is taken, in bytes.
  package let maxInputBytes: Int

  package init(maxInputBytes: Int) { self.maxInputBytes = maxInputBytes }

  /// Decodes a whole file.
  ///
  /// - Throws: `TranslationTrouble` of kind item: `too-large`, `not-text` or `empty`.
  package func decode(_ bytes: [UInt8]) throws(TranslationTrouble) -> SourceText {
    guard bytes.count <= maxInputBytes else {
      throw TranslationTrouble(
        .item(.tooLarge), "The text is larger than \(maxInputBytes) bytes.",
        hint: "Cut it into smaller files, or raise the limit: transcriptor settings set maxInputBytes NUMBER")
    }
    let (decoded, encoding) = try decodeWhole(bytes)
    try requireText(decoded)
    let text = decoded.trimmed
    guard !text.isEmpty else {
      throw TranslationTrouble(
        .item(.empty), bytes.isEmpty ? "The file is empty." : "The file holds nothing but white space.",
        hint: "Put the text to translate into the file.")
    }
    return SourceText(text: text, encoding: encoding)
  }

  private func decodeWhole(_ bytes: [UInt8]) throws(TranslationTrouble) -> (String, encoding: String?) {
    // UTF-32LE begins with the mark of UTF-16LE, so it is looked for first.
    for (mark, name, width, bigEndian) in Self.marks where bytes.starts(with: mark) {
      let units = bytes.dropFirst(mark.count)
      guard units.count.isMultiple(of: width),
        let text = Self.decode(units, width: width, bigEndian: bigEndian)
      else {
        throw Self.notText("The file begins like \(name) but is not well-formed \(name).")
      }
      return (text, name)
    }
    let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    if let text = String(validating: body, as: UTF8.self) { return (text, nil) }
    if bytes.contains(0) { throw Self.notText("The file holds binary data, not text.") }
    throw Self.notText("The text is not in UTF-8.")
  }

  private static let marks: [(mark: [UInt8], name: String, width: Int, bigEndian: Bool)] = [
    ([0xFF, 0xFE, 0, 0], "UTF-32LE", 4, false), ([0, 0, 0xFE, 0xFF], "UTF-32BE", 4, true),
    ([0xFF, 0xFE], "UTF-16LE", 2, false), ([0xFE, 0xFF], "UTF-16BE", 2, true),
  ]

  private static func decode(_ bytes: ArraySlice<UInt8>, width: Int, bigEndian: Bool) -> String? {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: width).map { start in
      let unit = bytes[start..<(start + width)]
      return (bigEndian ? Array(unit) : unit.reversed()).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    return width == 2
      ? String(validating: units.lazy.map(UInt16.init(truncatingIfNeeded:)), as: UTF16.self)
      : String(validating: units, as: UTF32.self)
  }

  /// Refuses what decodes but was never meant to be read.
  ///
  /// A NUL is in no text. Other control characters stray into texts, as the 0x1A at the end of files from DOS, so
  /// only more than one in twenty makes a file binary.
  private func requireText(_ text: String) throws(TranslationTrouble) {
    var controls = 0
    var count = 0
    for scalar in text.unicodeScalars {
      count += 1
      if scalar.value == 0 { throw Self.notText("The file holds binary data, not text.") }
      if scalar.value < 0x20, !(0x08...0x0D).contains(scalar.value), scalar.value != 0x1B { controls += 1 }
    }
    if controls * 20 > count { throw Self.notText("The file holds binary data, not text.") }
  }

  private static func notText(_ message: String) -> TranslationTrouble {
    TranslationTrouble(
      .item(.notText), message,
      hint:
        "Save it as plain text in UTF-8 (with iconv -f ENCODING -t UTF-8, or in an editor)."
    )
  }
}
