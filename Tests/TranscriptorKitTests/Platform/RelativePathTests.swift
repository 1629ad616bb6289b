import Testing

@testable import TranscriptorKit

@Suite("Relative paths")
struct RelativePathTests {
  @Test(
    "A path as a person types it is read, extra slashes left out",
    arguments: [("a", "a"), ("ja/a.txt", "ja/a.txt"), ("ja//a", "ja/a"), ("ja/a/", "ja/a")])
  func parsing(typed: String, path: String) { #expect(RelativePath(parsing: typed)?.text == path) }

  @Test(
    "Whatever leads elsewhere is no relative path",
    arguments: ["", "/", "/a", "..", "a/../b", "./a", "a/.", "a\0b"])
  func refused(typed: String) { #expect(RelativePath(parsing: typed) == nil) }

  @Test("Bytes are kept, and shown as %XX where they are not UTF-8")
  func bytes() throws {
    let folder = try #require(FileName(bytes: [0xFF]))
    let path = RelativePath(folder).appending(FileName("ż"))
    #expect(path.text == "%FF/ż")
    #expect(path.bytes == [0xFF, 0x2F, 0xC5, 0xBC])
    #expect(!path.isUTF8)
    #expect(RelativePath(FileName("ż")).isUTF8)
  }

  @Test("The last component can be replaced, and the folders stay")
  func replacing() throws {
    let path = try #require(RelativePath(parsing: "a/b/c")).replacingName(with: FileName("d"))
    #expect(path.text == "a/b/d")
    #expect(path.folders.map(\.text) == ["a", "b"])
    #expect(path.name.text == "d")
  }

  @Test("A folder's entries are ordered together, before names that only begin the same")
  func order() throws {
    let paths = ["a-b", "a/z", "a", "b"].compactMap { RelativePath(parsing: $0) }
    #expect(paths.sorted().map(\.text) == ["a", "a/z", "a-b", "b"])
  }

  @Test("There is no path without a component")
  func empty() { #expect(RelativePath([]) == nil) }
}
