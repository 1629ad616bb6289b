import Testing

@testable import TranscriptorKit

@Suite("Spellings of names that a file system refuses")
struct NameSpellingTests {
  private func escaped(_ name: [UInt8]) throws -> String {
    let spelling = NameSpelling(limit: 255, isEscaped: true)
    return spelling.name(try #require(FileName(bytes: name))).text
  }

  @Test(
    "What Windows refuses is written as %XX, and so is a percent sign that could be taken for that",
    arguments: [
      ("12:30 \"call\"?.txt", "12%3A30 %22call%22%3F.txt"), ("a*b<c>d|e\\f", "a%2Ab%3Cc%3Ed%7Ce%5Cf"),
      ("a\nb\t", "a%0Ab%09"), ("dot.", "dot%2E"), ("end . ", "end%20%2E%20"), ("con", "%63on"),
      ("LPT9.tar.gz", "%4CPT9.tar.gz"), ("50%3A:", "50%253A%3A"), ("100%:", "100%%3A"), ("%3:", "%3%3A"),
    ])
  func characters(name: String, spelled: String) throws {
    #expect(try escaped(Array(name.utf8)) == spelled)
  }

  @Test("Bytes that are not UTF-8 are written as %XX, and all others stay")
  func bytes() throws {
    #expect(try escaped([0x6B, 0xE4] + Array("ż".utf8)) == "k%E4ż")
  }

  @Test(
    "An ordinary path has no other spelling",
    arguments: ["ja/hello.txt", "50%3A off.md", "conclusion", "COM0", ".hidden", "żółć/😀"])
  func ordinary(path: String) throws {
    let path = try #require(RelativePath(parsing: path))
    #expect(path.spellings(within: 255) == [path])
  }

  @Test(
    "A long name is cut to what is taken with a number and an ending, and keeps its extension",
    arguments: [255, 160])
  func long(limit: Int) throws {
    let name = String(repeating: "ż:", count: 60) + ".md"
    let path = try #require(RelativePath(parsing: "ja/" + name))
    let spellings = path.spellings(within: limit)
    #expect(spellings.first == path)
    #expect(Set(spellings).count == spellings.count)
    #expect(spellings.allSatisfy { $0.text.hasPrefix("ja/ż") && $0.text.hasSuffix(".md") && $0.isUTF8 })
    #expect(
      spellings.contains {
        $0.text.contains(":") && $0.name.bytes.count <= 143 - "-9999.error.json".utf8.count
      })
    let last = try #require(spellings.last)
    #expect(!last.text.contains(":") && last.name.bytes.count <= 143 - "-9999.error.json".utf8.count)
    #expect(last.name.bytes.count > 100)
  }

  @Test("A name that is all refused characters, however long, has a spelling that is short enough")
  func worst() throws {
    let name = try #require(
      FileName(
        bytes: Array(repeating: UInt8(ascii: "?"), count: 200) + Array(".".utf8)
          + Array(repeating: 0x3F, count: 32)))
    let spelled = NameSpelling(limit: 143, isEscaped: true).name(name)
    #expect(spelled.bytes.count <= 143)
  }
}
