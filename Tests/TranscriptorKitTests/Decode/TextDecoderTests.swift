import Testing

@testable import TranscriptorKit

@Suite("Decoding dropped files")
struct TextDecoderTests {
  private let decoder = TextDecoder(maxInputBytes: 1000)

  /// The code of the refusal; nil where the bytes are text.
  private func refusal(_ bytes: [UInt8]) -> FailureCode? {
    do {
      _ = try decoder.decode(bytes)
      return nil
    } catch {
      if case .item(let code) = error.kind { return code }
      return nil
    }
  }

  @Test("UTF-8 is read with a byte-order mark and without, and names no encoding")
  func utf8() throws {
    for mark: [UInt8] in [[], [0xEF, 0xBB, 0xBF]] {
      let text = try decoder.decode(mark + Array("zażółć 🐱 e\u{301}".utf8))
      #expect(text.text.unicodeScalars.elementsEqual("zażółć 🐱 e\u{301}".unicodeScalars))
      #expect(text.encoding == nil)
    }
  }

  @Test("UTF-16 and UTF-32 with a byte-order mark are read in either byte order, and named")
  func wide() throws {
    let text = "kot 🐱 ż"
    let scalars = text.unicodeScalars.map(\.value)
    let cases: [(String, [UInt8])] = [
      ("UTF-16LE", [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
      ("UTF-16BE", [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }),
      (
        "UTF-32LE",
        [0xFF, 0xFE, 0, 0] + scalars.flatMap { value in (0..<4).map { UInt8(value >> ($0 * 8) & 0xFF) } }
      ),
      (
        "UTF-32BE",
        [0, 0, 0xFE, 0xFF]
          + scalars.flatMap { value in (0..<4).map { UInt8(value >> ((3 - $0) * 8) & 0xFF) } }
      ),
    ]
    for (name, bytes) in cases {
      let read = try decoder.decode(bytes)
      #expect(read.text == text, "\(name)")
      #expect(read.encoding == name)
    }
  }

  @Test(
    "What is malformed is refused and never mended",
    arguments: [
      // Odd ends, half a surrogate pair at the end and in the middle, and a reversed pair.
      [0xFF, 0xFE, 0x61], [0xFE, 0xFF, 0, 0x61, 0], [0xFF, 0xFE, 0, 0, 0x61, 0, 0],
      [0xFF, 0xFE, 0x61, 0, 0x3D, 0xD8],
      [0xFE, 0xFF, 0xD8, 0x3D, 0, 0x61], [0xFE, 0xFF, 0xDC, 0x31, 0xD8, 0x3D],
      // A surrogate half and a value beyond U+10FFFF in UTF-32.
      [0, 0, 0xFE, 0xFF, 0, 0, 0xD8, 0x3D], [0, 0, 0xFE, 0xFF, 0, 0x11, 0, 0],
      // What is plainly UTF-8, with an overlong form, a surrogate half, a cut end, a lost byte.
      [0xEF, 0xBB, 0xBF, 0x61, 0xC0, 0xAF], [0xEF, 0xBB, 0xBF, 0xED, 0xA0, 0xBD],
      [0xC5, 0x82, 0xC4, 0x85, 0x6B, 0xC5], [0xD0, 0xB4, 0xD0, 0xBE, 0xBC],
    ] as [[UInt8]])
  func malformed(bytes: [UInt8]) { #expect(refusal(bytes) == .notText) }

  @Test(
    "UTF-16 and UTF-32 without a byte-order mark are known by their NULs, and named",
    arguments: ["hi", "Где мы были вчера?", "東京は、雨。", "zażółć 🐱", "שלום לכולם", "어제 비가\n"])
  func noMark(text: String) throws {
    let units = text.utf16.map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let values = text.unicodeScalars.map { scalar in
      (0..<4).map { UInt8(scalar.value >> (24 - $0 * 8) & 0xFF) }
    }
    for (name, bytes) in [
      ("UTF-16BE", units.flatMap { $0 }), ("UTF-16LE", units.flatMap { $0.reversed() }),
      ("UTF-32BE", values.flatMap { $0 }), ("UTF-32LE", values.flatMap { $0.reversed() }),
    ] where bytes.contains(0) {
      let read = try decoder.decode(bytes)
      #expect(read.text == text.trimmed)
      #expect(read.encoding == name)
      #expect(refusal(Array(bytes.dropLast())) == .notText)
    }
  }

  @Test("A NUL makes a file binary, wherever it stands and in every encoding")
  func nul() {
    #expect(refusal(Array("hello\0".utf8)) == .notText)
    #expect(refusal([0] + Array(repeating: 0x61, count: 500)) == .notText)
    #expect(refusal([0xFE, 0xFF, 0, 0x61, 0, 0]) == .notText)
  }

  @Test("A program or a picture is refused")
  func binary() {
    #expect(refusal([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0, 0, 0]) == .notText)
    #expect(refusal([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0]) == .notText)
    #expect(refusal(Array("a\u{1}\u{2}\u{3}".utf8)) == .notText)
  }

  @Test("A stray control character does no harm, up to one in twenty")
  func controls() throws {
    #expect(try decoder.decode(Array("The end of a file from DOS.\r\n\u{1A}".utf8)).text.hasPrefix("The end"))
    #expect(refusal(Array((String(repeating: "a", count: 19) + "\u{1}").utf8)) == nil)
    #expect(refusal(Array((String(repeating: "a", count: 18) + "\u{1}").utf8)) == .notText)
    #expect(refusal(Array("\u{1B}[1mbold\u{1B}[0m".utf8)) == nil)
    #expect(refusal(Array("a\tb\u{8}\u{B}\u{C}".utf8)) == nil)
  }

  @Test(
    "White space alone is empty",
    arguments: ["", " ", "\n\r\n\t ", "\u{A0}\u{2003}\u{3000}\u{2028}", "\u{FEFF}"])
  func blank(text: String) { #expect(refusal(Array(text.utf8)) == .empty) }

  @Test("A byte-order mark alone is empty in every encoding")
  func marks() {
    for mark: [UInt8] in [[0xFF, 0xFE], [0xFE, 0xFF], [0xFF, 0xFE, 0, 0], [0, 0, 0xFE, 0xFF]] {
      #expect(refusal(mark) == .empty)
    }
  }

  @Test("White space goes at the ends only, and line breaks inside stay what they are")
  func trimming() throws {
    let text = try decoder.decode(Array("\u{3000}\r\n one\r\n\ttwo \n\n three\u{A0}\n".utf8)).text
    #expect(text.unicodeScalars.elementsEqual("one\r\n\ttwo \n\n three".unicodeScalars))
  }

  @Test("A text of exactly the limit is taken, and one byte more is too large")
  func limit() throws {
    #expect(try decoder.decode(Array(repeating: 0x61, count: 1000)).text.count == 1000)
    #expect(refusal(Array(repeating: 0x61, count: 1001)) == .tooLarge)
    // The size decides first, as a file that is too large is not read to its end.
    #expect(refusal(Array(repeating: 0xFF, count: 1001)) == .tooLarge)
  }
}
