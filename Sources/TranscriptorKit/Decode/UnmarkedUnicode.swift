/// UTF-16 and UTF-32 without a byte-order mark, known by the NULs that such text is full of.
enum UnmarkedUnicode {
  /// Reads bytes that hold a NUL; nil where they are not plainly text in exactly one of the four forms.
  static func read(_ bytes: [UInt8]) -> (text: String, name: String)? {
    guard bytes.count >= 4 else { return nil }
    let readings = WideForm.all.compactMap { form -> (text: String, name: String)? in
      guard let text = form.decode(bytes[...]), isText(text) else { return nil }
      return (text, form.name)
    }
    return readings.count == 1 ? readings[0] : nil
  }

  /// Whether a text is one that people write: in one alphabet beside the Latin one, or in the East Asian scripts.
  ///
  /// Letters of two bytes that are read as one character look like rare Chinese ones, but never like kana or hangul or
  /// Chinese punctuation.
  private static func isText(_ text: String) -> Bool {
    var count = 0
    var latin = 0
    var ideographs = 0
    var eastAsian = 0
    var rows: [UInt32: Int] = [:]
    for scalar in text.unicodeScalars {
      count += 1
      switch scalar.value {
      case 0x08...0x0D, 0x1A, 0x1B, 0x20...0x7E, 0xA0...0x24F, 0x2000...0x206F, 0x20A0...0x20CF, 0xFEFF:
        latin += 1
      case 0..<0x08, 0x0E..<0x20, 0x7F..<0xA0: return false
      case 0x3000...0x30FF, 0xAC00...0xD7A3, 0xFF00...0xFFEF: eastAsian += 1
      case 0x3400...0x9FFF, 0xF900...0xFAFF: ideographs += 1
      case 0x1F000...0x1FAFF: count -= 1  // Pictures stand in texts of every script.
      case 0x10000...: ideographs += 1
      default: rows[scalar.value >> 8, default: 0] += 1
      }
      switch scalar.properties.generalCategory {
      case .unassigned, .privateUse: return false
      default: break
      }
    }
    let alphabet = rows.values.max() ?? 0
    guard count > 0 else { return false }
    if (latin + alphabet) * 20 >= count * 19 { return true }
    return eastAsian * 20 >= count && (latin + eastAsian + ideographs) * 20 >= count * 19
  }
}
