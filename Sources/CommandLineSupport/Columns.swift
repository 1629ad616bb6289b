/// Text set in columns that line up, as wide as a terminal shows each character.
package enum Columns {
  /// Rows with two spaces between their columns.
  /// - Parameters:
  ///   - rows: The cells, fit for a terminal; every row has the same number.
  ///   - width: How wide a line may be; the widest columns give way and end in `…`. Nil for any width.
  package static func lines(_ rows: [[String]], width: Int?) -> [String] {
    guard let count = rows.first?.count else { return [] }
    var widths = (0..<count).map { column in rows.map { $0[column].columns }.max() ?? 0 }
    if let width {
      var excess = widths.reduce(2 * (count - 1), +) - width
      while excess > 0, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > 8 {
        widths[widest] -= 1
        excess -= 1
      }
    }
    return rows.map { row in
      let cells = zip(row, widths).map { cell, width in
        let short = cell.shortened(to: width)
        return short + String(repeating: " ", count: max(0, width - short.columns))
      }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// A text in lines of at most a width, broken at spaces.
  package static func wrapped(_ text: String, width: Int) -> [String] {
    text.split(separator: " ").reduce(into: [String]()) { lines, word in
      if let last = lines.last, last.columns + 1 + String(word).columns <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
  }
}

extension String {
  /// How many columns of a terminal the text takes.
  package var columns: Int { reduce(0) { $0 + $1.columns } }

  /// The text, or as much of it as fits before an ellipsis.
  fileprivate func shortened(to width: Int) -> String {
    guard columns > width else { return self }
    var short = ""
    var left = width - 1
    for character in self {
      left -= character.columns
      if left < 0 { break }
      short.append(character)
    }
    return short + "…"
  }
}

extension Character {
  /// Two for the wide characters of East Asia and for emoji (Unicode's UAX #11), else one.
  fileprivate var columns: Int {
    guard let first = unicodeScalars.first else { return 0 }
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
      0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default:
      let category = first.properties.generalCategory
      return category == .nonspacingMark || category == .enclosingMark || category == .format ? 0 : 1
    }
  }
}
