import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("Trying failed texts again")
struct RetryTests {
  private let stage = SpoolStage()

  init() throws { _ = try GroupFolders(stage.group) }

  private func fail(_ path: String, _ text: String = "text") throws {
    try stage.write("failed/" + path, Array(text.utf8))
    try failWithoutOriginal(path)
  }

  private func failWithoutOriginal(_ path: String) throws {
    try stage.write("failed/" + path + ".error.json", Array("{}".utf8))
  }

  private func retry(_ name: String) throws -> Bool { try Retry(stage.group).retry(named: name) }

  @Test("A text goes back to its path, and its error goes")
  func back() throws {
    try fail("ja/a.txt")
    try fail("b.txt")
    #expect(try retry("ja/a.txt"))
    #expect(stage.files("inbox") == ["ja/a.txt"])
    #expect(stage.files("failed") == ["b.txt", "b.txt.error.json"])
  }

  @Test("Where its name is taken in the inbox it is numbered")
  func clash() throws {
    try stage.drop("a.txt", "other")
    try fail("a.txt")
    #expect(try retry("a.txt"))
    #expect(stage.files("inbox") == ["a-2.txt", "a.txt"])
    #expect(try stage.content("inbox/a-2.txt") == "text")
  }

  @Test(
    "A name that no failed text has is told, and nothing moves",
    arguments: ["", "b.txt", "/a.txt", "../failed/a.txt", "a.txt.error.json", "ja", "ja/../a.txt", "%FF"])
  func unknown(name: String) throws {
    try fail("a.txt")
    try fail("ja/c.txt")
    let before = stage.files("")
    #expect(try !retry(name))
    #expect(stage.files("") == before)
  }

  @Test("A name whose bytes are not UTF-8 is given as it is shown")
  func invalidName() throws {
    let name = try #require(FileName(bytes: [0x61, 0xFF]))
    let failed = try Directory(path: stage.group.path + "/failed")
    try failed.write([0x78], to: name)
    try failed.write([], to: ResultNames.error(of: name))
    #expect(try retry("a%FF"))
    #expect(try Directory(path: stage.group.path + "/inbox").status(of: name)?.size == 1)
    #expect(stage.files("failed") == [])
  }

  @Test("An error whose original stayed in a folder that is only read goes alone")
  func reading() throws {
    try failWithoutOriginal("ja/a.txt")
    #expect(try retry("ja/a.txt"))
    #expect(stage.files("failed") == [])
    #expect(stage.files("inbox") == [])
  }

  @Test("All texts go back, and errors without a text are swept up")
  func all() throws {
    try fail("a.txt")
    try fail("ja/b.txt")
    try failWithoutOriginal("c.txt")
    try stage.write("failed/d.txt", Array("no error".utf8))
    #expect(try Retry(stage.group).retryAll() == 4)
    #expect(stage.files("inbox") == ["a.txt", "d.txt", "ja/b.txt"])
    #expect(stage.files("failed") == [])
    #expect(try Retry(stage.group).retryAll() == 0)
  }

  @Test("A text that is called like an error is not taken for one")
  func calledLikeAnError() throws {
    try fail("a.error.json", "a text of its own")
    #expect(try Retry(stage.group).retryAll() == 1)
    #expect(stage.files("inbox") == ["a.error.json"])
    #expect(stage.files("failed") == [])
  }

  @Test("A text with a name as long as a name may be goes back with its error gone")
  func longName() async throws {
    let name = String(repeating: "ы", count: 127)
    try stage.drop(name, "\0")
    try await stage.run()
    #expect(stage.files("failed").count == 2)
    #expect(try Retry(stage.group).retryAll() == 1)
    #expect(stage.files("failed") == [])
    #expect(stage.files("inbox").count == 1)
  }

  @Test("A link in failed is left alone")
  func link() throws {
    symlink("/etc/passwd", stage.group.path + "/failed/a.txt")
    #expect(try !retry("a.txt"))
    #expect(try Retry(stage.group).retryAll() == 0)
    #expect(stage.files("failed") == ["a.txt"])
  }

  @Test("Without a group there is an error, and none is made")
  func noGroup() throws {
    #expect(
      try errorNumber { _ = try Retry(AppGroup(path: stage.folder.path + "/none")) } == ENOENT)
    #expect(access(stage.folder.path + "/none", F_OK) != 0)
  }
}
