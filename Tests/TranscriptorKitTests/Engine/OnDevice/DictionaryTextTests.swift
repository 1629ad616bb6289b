import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

func makePipe(_ path: String) -> Bool { mkfifo(path, 0o600) == 0 }

@Suite("Dictionary text") struct DictionaryTextTests {
  private let folder = TemporaryFolder()
  private let words = (0..<400).map { "słowo \($0)\n" }.joined()

  private func write(_ bytes: [UInt8], _ name: String = "test.dict.dz") throws -> String {
    let path = folder.path + "/" + name
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }

  @Test("Entries are read from any chunk and across chunks", arguments: [7, 100, 4096, 60_000])
  func chunks(_ length: Int) throws {
    let bytes = Array(words.utf8)
    let text = try DictionaryText(path: write(DictionaryFixture.dictZip(bytes, chunkLength: length)))
    #expect(try text.entry(at: .init(offset: 0, length: bytes.count)) == words)
    let line = Array("słowo 399\n".utf8)
    #expect(try text.entry(at: .init(offset: bytes.count - line.count, length: line.count)) == "słowo 399\n")
    #expect(try text.entry(at: .init(offset: 9, length: 9)) == "słowo 1\n")
    #expect(try text.entry(at: .init(offset: 5, length: 0)) == "")
  }

  @Test("A text that is not compressed is read as it is")
  func plain() throws {
    let text = try DictionaryText(path: write(Array(words.utf8), "test.dict"))
    #expect(try text.entry(at: .init(offset: 9, length: 9)) == "słowo 1\n")
    #expect(throws: DictionaryError.self) { try text.entry(at: .init(offset: 1 << 40, length: 9)) }
  }

  @Test("A place behind the end is an error", arguments: [(0, 1 << 30), (1 << 50, 1), (5000, 400)])
  func outOfRange(_ offset: Int, _ length: Int) throws {
    let text = try DictionaryText(path: write(DictionaryFixture.dictZip(Array(words.utf8), chunkLength: 100)))
    let error = #expect(throws: DictionaryError.self) {
      try text.entry(at: .init(offset: offset, length: length))
    }
    #expect(error?.reason == .outOfRange)
  }

  @Test("A file that was cut anywhere is an error, not a crash")
  func truncated() throws {
    let whole = DictionaryFixture.dictZip(Array(words.utf8), chunkLength: 1000)
    for length in stride(from: 0, to: whole.count, by: 13) {
      let path = try write(Array(whole.prefix(length)))
      #expect(throws: DictionaryError.self) { try DictionaryText(path: path) }
    }
  }

  @Test("Damaged bytes never crash: they are an error, or other text of the same length")
  func corrupt() throws {
    let whole = DictionaryFixture.dictZip(Array(words.utf8), chunkLength: 1000)
    var errors = 0
    for position in stride(from: 0, to: whole.count, by: 29) {
      var bytes = whole
      bytes[position] ^= 0xFF
      let path = try write(bytes)
      do {
        let text = try DictionaryText(path: path)
        #expect(try text.entry(at: .init(offset: 0, length: 3000)).utf8.count == 3000)
      } catch {
        errors += 1
      }
    }
    #expect(errors > 0)
  }

  @Test("An ordinary gzip file has no table for random access")
  func gzip() throws {
    let path = try write([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    let error = #expect(throws: DictionaryError.self) { try DictionaryText(path: path) }
    #expect(error?.reason == .notDictZip)
  }

  @Test("An entry that is not UTF-8 is an error")
  func notText() throws {
    let text = try DictionaryText(path: write([0x61, 0xC5], "test.dict"))
    let error = #expect(throws: DictionaryError.self) { try text.entry(at: .init(offset: 0, length: 2)) }
    #expect(error?.reason == .notText)
  }
}
