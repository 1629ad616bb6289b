/// UTF-16 or UTF-32 in one byte order.
struct WideForm: Sendable {
  /// IANA's name.
  let name: String
  /// The byte-order mark (The Unicode Standard, section 23.8).
  let mark: [UInt8]
  private let width: Int
  private let isBigEndian: Bool

  /// The four; UTF-32LE begins with the mark of UTF-16LE, so it is looked for first.
  static let all = [
    WideForm(name: "UTF-32LE", mark: [0xFF, 0xFE, 0, 0], width: 4, isBigEndian: false),
    WideForm(name: "UTF-32BE", mark: [0, 0, 0xFE, 0xFF], width: 4, isBigEndian: true),
    WideForm(name: "UTF-16LE", mark: [0xFF, 0xFE], width: 2, isBigEndian: false),
    WideForm(name: "UTF-16BE", mark: [0xFE, 0xFF], width: 2, isBigEndian: true),
  ]

  /// Decodes a whole text strictly: no odd end, no half of a surrogate pair, nothing beyond U+10FFFF.
  func decode(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.count.isMultiple(of: width) else { return nil }
    let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: width).map { start in
      (0..<width).reduce(UInt32(0)) { unit, place in
        unit << 8 | UInt32(bytes[isBigEndian ? start + place : start + width - 1 - place])
      }
    }
    return width == 2
      ? String(validating: units.lazy.map(UInt16.init(truncatingIfNeeded:)), as: UTF16.self)
      : String(validating: units, as: UTF32.self)
  }
}
