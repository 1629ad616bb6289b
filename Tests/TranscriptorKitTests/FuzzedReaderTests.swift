import Fuzzing
import TestSupport
import Testing

@Suite("Readers of foreign bytes")
struct FuzzedReaderTests {
  /// What the inputs are made of: pieces that mean something to a reader.
  private static let pieces: [[UInt8]] =
    [
      "a", "Z", ".", "..", "/", "-2", ".json", ".txt", "~", "\n", "\r\n", " ", "\t", "{", "}", "\"", ":", ",",
      "[", "]",
      "\\", "null", "1", "0.5", "targetLanguage", "ja", "pt-BR", "ł", "ж", "漢", "🐱", "e\u{301}", "\u{202E}",
      "\u{1B}[1m",
      "\u{FEFF}", "\u{2028}", "auto", "windows-1251", "%41",
    ].map { Array($0.utf8) } + [
      [0], [0xFF, 0xFE], [0x80], [0xC5], [0xE9], [0xF0, 0x9F], [0x1B, 0x24, 0x42], [0x95, 0x5C],
    ]

  @Test("Whatever is read, what is promised of it holds", arguments: FuzzedReader.allCases)
  func holds(reader: FuzzedReader) {
    var random = SeededGenerator()
    for _ in 0..<300 {
      let input = (0..<Int.random(in: 0...12, using: &random)).flatMap { _ -> [UInt8] in
        Bool.random(using: &random)
          ? Self.pieces.randomElement(using: &random) ?? [] : [UInt8.random(in: 0...255, using: &random)]
      }
      let fault = reader.fault(in: input)
      #expect(fault == nil, "seed \(random.seed), \(input)")
    }
    let long = (0..<300).flatMap { _ in Self.pieces.randomElement(using: &random) ?? [] }
    #expect(reader.fault(in: long) == nil, "seed \(random.seed)")
  }
}
