/// The part of a text that tells its encoding: words with bytes beyond ASCII, a few kilobytes at most.
///
/// Bytes below 0x30 are blanks and punctuation in every encoding that is looked for, and never the rest of a longer
/// character; the text can be cut there.
struct TextSample {
  /// The words, each with the byte behind it.
  let words: [[UInt8]]
  /// Whether the last word is cut, perhaps within a character.
  let isCut: Bool

  /// The words one after the other.
  var bytes: [UInt8] { Array(words.joined()) }
  /// How many of the bytes belong to words.
  var wordBytes: Int { words.reduce(0) { $0 + $1.count - 1 } }

  /// So much is taken as it comes.
  private static let budget = 2048
  /// So much more is taken of words that hold a byte which no earlier one held.
  private static let extra = 4096
  private static let longestExtraWord = 256

  init(of text: [UInt8]) {
    var words: [[UInt8]] = []
    var count = 0
    var rest: ArraySlice<UInt8> = []
    var seen = Set<UInt8>()
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex { $0 < 0x30 } ?? text.count
      let word = text[start..<end]
      defer { start = end + 1 }
      guard word.contains(where: { $0 >= 0x80 }) else { continue }
      let room = Self.budget - count
      if word.count > room {
        if rest.isEmpty, room > 0 { rest = word.prefix(room) }
        let isNew = word.contains { $0 >= 0x80 && !seen.contains($0) }
        guard isNew, word.count <= Self.longestExtraWord, count < Self.budget + Self.extra else { continue }
      }
      seen.formUnion(word)
      words.append(word + [end < text.count ? text[end] : 0x20])
      count += word.count + 1
    }
    isCut = !rest.isEmpty
    self.words = rest.isEmpty ? words : words + [Array(rest) + [0x20]]
  }
}
