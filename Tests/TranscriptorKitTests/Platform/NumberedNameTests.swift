import Testing

@testable import TranscriptorKit

@Suite("Numbered names")
struct NumberedNameTests {
  @Test(
    "The number stands before the extension, from 2 on",
    arguments: [
      ("hello.txt", "hello.txt", "hello-2.txt"), ("hello", "hello", "hello-2"),
      ("a.tar.gz", "a.tar.gz", "a.tar-2.gz"),
      (".hidden", ".hidden", ".hidden-2"), ("end.", "end.", "end.-2"), ("a-2.txt", "a-2.txt", "a-2-2.txt"),
    ])
  func numbering(name: String, first: String, second: String) {
    let series = NumberedName(FileName(name))
    #expect(series.name(1).text == first)
    #expect(series.name(2).text == second)
    #expect(!series.isCut(2))
  }

  /// Stems of one unit over and over, with what their longest beginnings are cut to.
  private static let long: [(unit: String, bytes: Int)] = [
    ("a", 1), ("ы", 2), ("漢", 3), ("🐱", 4), ("👨‍👩‍👧", 18), ("e\u{301}", 3),
  ]

  @Test("A name that would pass 255 bytes is cut between two characters", arguments: long)
  func cutting(unit: String, bytes: Int) throws {
    let stem = String(repeating: unit, count: 300 / bytes)
    for (number, tail) in [(1, ".json"), (2, "-2.json"), (1000, "-1000.json")] {
      let series = NumberedName(stem: Array(stem.utf8), ending: ".json")
      let name = series.name(number)
      #expect(series.isCut(number))
      #expect(name.bytes.count <= 255)
      #expect(name.bytes.count + bytes > 255)
      #expect(name.isUTF8)
      #expect(name.text.hasSuffix(tail))
      let kept = name.text.dropLast(tail.count)
      #expect(kept.utf8.count.isMultiple(of: bytes))
      #expect(stem.hasPrefix(kept))
    }
  }

  @Test("A name of exactly 255 bytes is whole, and one of 256 is cut")
  func edge() {
    let fits = NumberedName(stem: Array(repeating: 0x61, count: 250), ending: ".json")
    #expect(fits.name(1).bytes.count == 255)
    #expect(!fits.isCut(1))
    #expect(fits.isCut(2))
    let longer = NumberedName(stem: Array(repeating: 0x61, count: 251), ending: ".json")
    #expect(longer.name(1) == fits.name(1))
    #expect(longer.isCut(1))
  }

  @Test("Bytes that are not UTF-8 are cut where no character could go on")
  func invalid() {
    // 0xFF is in no UTF-8; the last character that would be cut through is left out.
    let bytes = [0xFF] + [UInt8](repeating: 0x61, count: 248) + Array("żżżż".utf8)
    let name = NumberedName(stem: bytes, ending: ".json").name(1)
    #expect(name.bytes == Array(bytes[..<249]) + Array(".json".utf8))
  }

  @Test("A single character longer than a name is cut between its scalars")
  func heap() {
    let heap = "e" + String(repeating: "\u{301}", count: 200)
    let name = NumberedName(stem: Array(heap.utf8), ending: ".json").name(1)
    #expect(name.isUTF8)
    #expect((254...255).contains(name.bytes.count))
  }

  @Test("Names with an extension as long as a name stay within 255 bytes and differ")
  func longExtension() {
    let series = NumberedName(FileName("a." + String(repeating: "x", count: 253)))
    let names = [1, 2, 10, 1000].map { series.name($0) }
    #expect(names.allSatisfy { $0.bytes.count <= 255 })
    #expect(Set(names).count == 4)
    #expect(names[0].bytes.count == 255)
  }

  @Test("A long row of bytes that only go on a character is cut where it must be, and no further")
  func row() throws {
    for start in ["", ".", "..", "a"] {
      let bytes = Array(start.utf8) + Array(repeating: 0x9B, count: 253)
      let name = NumberedName(try #require(FileName(bytes: bytes)), reserving: 64).name(1)
      #expect(name.bytes == Array(bytes.prefix(191)))
    }
  }
}
