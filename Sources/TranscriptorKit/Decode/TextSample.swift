/// The part of a text that tells its encoding: words with bytes beyond ASCII, a few kilobytes at most.
///
/// Bytes below 0x30 are blanks and punctuation in every encoding that is looked for, and never the rest of a longer
/// character; the text can be cut there.
struct TextSample {
  /// The words with what stands behind each.
  let bytes: [UInt8]
  /// How many of the bytes belong to words.
  let wordBytes: Int
  /// Whether the last word is cut, perhaps within a character.
  let isCut: Bool

  /// So much is taken as it comes.
  private static let budget = 2048
  /// So much more is taken of words that hold a byte which no earlier one held.
  private static let extra = 4096
  private static let longestExtraWord = 256

  init(of text: [UInt8]) {
    var bytes: [UInt8] = []
    var blanks = 0
    var rest: ArraySlice<UInt8> = []
    var seen = Set<UInt8>()
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex { $0 < 0x30 } ?? text.count
      let word = text[start..<end]
      let foreign = word.lazy.filter { $0 >= 0x80 }
      defer { start = end + 1 }
      guard !foreign.isEmpty else { continue }
      let room = Self.budget - bytes.count
      let isNew = foreign.contains { !seen.contains($0) }
      if word.count > room {
        if rest.isEmpty, room > 0 { rest = word.prefix(room) }
        guard isNew, word.count <= Self.longestExtraWord, bytes.count < Self.budget + Self.extra else {
          continue
        }
      }
      seen.formUnion(foreign)
      bytes += word
      bytes.append(end < text.count ? text[end] : 0x20)
      blanks += 1
    }
    self.bytes = bytes + rest
    wordBytes = self.bytes.count - blanks
    isCut = !rest.isEmpty
  }
}
