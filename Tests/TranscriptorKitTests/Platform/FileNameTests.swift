import Testing

@testable import TranscriptorKit

@Suite("File names")
struct FileNameTests {
  @Test(
    "Bytes that no file can be called are refused",
    arguments: ["", ".", "..", "a/b", "/", "a\0b"])
  func refused(text: String) { #expect(FileName(bytes: text.utf8) == nil) }

  @Test("Any other bytes are taken as they are", arguments: ["...", ".x", " ", "\n", "-rf", "żółć"])
  func taken(text: String) { #expect(FileName(bytes: text.utf8)?.bytes == Array(text.utf8)) }

  @Test(
    "Each byte that is not UTF-8 is shown as %XX, and all else as it is",
    arguments: [
      ([0x61, 0xFF, 0x62], "a%FFb"), ([0xC3], "%C3"), ([0xC3, 0xB3, 0x80], "ó%80"), ([0x0A, 0xFE], "\n%FE"),
      // Overlong, a surrogate half, and beyond U+10FFFF.
      ([0xC0, 0x80], "%C0%80"), ([0xED, 0xA0, 0x80], "%ED%A0%80"),
      ([0xF4, 0x90, 0x80, 0x80], "%F4%90%80%80"),
      ([0xF0, 0x9F, 0x90, 0xB1, 0xF0, 0x9F], "🐱%F0%9F"),
    ] as [([UInt8], String)])
  func invalidBytes(bytes: [UInt8], text: String) throws {
    let name = try #require(FileName(bytes: bytes))
    #expect(name.text == text)
    #expect(!name.isUTF8)
  }

  @Test("A percent sign in well-formed UTF-8 stays")
  func percent() {
    #expect(FileName("100%.txt").text == "100%.txt")
    #expect(FileName("100%.txt").isUTF8)
  }

  @Test(
    "The extension is what follows the last dot, unless that is the first or last character",
    arguments: [
      ("hello.txt", "hello", "txt"), ("a.b.c", "a.b", "c"), ("hello", "hello", nil),
      (".hidden", ".hidden", nil),
      (".a.b", ".a", "b"), ("end.", "end.", nil), ("...", "...", nil), ("..x", ".", "x"),
    ])
  func extensions(name: String, stem: String, ending: String?) {
    let parts = FileName(name).stemAndExtension
    #expect(parts.stem == Array(stem.utf8))
    #expect(parts.extension == ending.map { Array($0.utf8) })
  }

  @Test("Names are ordered by their bytes")
  func order() {
    let names = ["b", "a", "B", "ą", "a.txt", "a-2"].map { FileName($0) }.sorted().map(\.text)
    #expect(names == ["B", "a", "a-2", "a.txt", "b", "ą"])
  }

  @Test("A hidden name begins with a dot")
  func hidden() {
    #expect(FileName(".a").isHidden)
    #expect(!FileName("a.").isHidden)
  }
}
