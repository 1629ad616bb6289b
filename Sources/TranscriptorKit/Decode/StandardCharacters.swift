/// The characters that the East Asian standards put first because most text is made of them.
enum StandardCharacters {
  /// Level 1 of GB 2312: 3755 simplified characters.
  static let gb2312 = characters("EUC-CN", leads: 0xB0...0xD7)
  /// The frequently used characters of Big5: 5401 traditional ones.
  static let big5 = characters("BIG5", leads: 0xA4...0xC6)
  /// Level 1 of JIS X 0208: 2965 kanji.
  static let jis = characters("EUC-JP", leads: 0xB0...0xCF)
  /// The syllables of KS X 1001: 2350.
  static let hangul = characters("EUC-KR", leads: 0xB0...0xC8)

  /// The characters of two bytes that begin with any of `leads`, as the C library knows them.
  private static func characters(_ name: String, leads: ClosedRange<UInt8>) -> [UInt32] {
    guard let converter = CharacterConverter(name) else { return [] }
    let trails = Array(UInt8(0x40)...0x7E) + Array(UInt8(0xA1)...0xFE)
    return leads.flatMap { lead in
      trails.compactMap { trail in
        guard let text = converter.decode([lead, trail]), let scalar = text.unicodeScalars.first,
          text.unicodeScalars.count == 1
        else { return nil }
        return scalar.value
      }
    }
  }
}
