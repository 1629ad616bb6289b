import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("Dropping texts into an inbox")
struct InboxDropTests {
  private let folder = TemporaryFolder()
  private var group: AppGroup { AppGroup(path: folder.path + "/group") }

  private func drop(
    _ text: String, named name: String, language: Language? = nil
  ) throws -> RelativePath? {
    let path = folder.path + "/source"
    try Data(text.utf8).write(to: URL(filePath: path))
    let file = open(path, O_RDONLY)
    defer { close(file) }
    return try InboxDrop(group: group, language: language).drop(
      contentsOf: file, at: path, named: FileName(name))
  }

  private func content(_ path: String) throws -> String {
    try String(contentsOf: URL(filePath: "\(group.path)/inbox/\(path)"), encoding: .utf8)
  }

  @Test("Names that are taken are numbered, and nothing is overwritten")
  func numbers() throws {
    #expect(try drop("one", named: "a.txt")?.text == "a.txt")
    #expect(try drop("two", named: "a.txt")?.text == "a-2.txt")
    #expect(try drop("three", named: "a.txt")?.text == "a-3.txt")
    #expect(try content("a.txt") == "one")
    #expect(try content("a-3.txt") == "three")
    #expect(try FileManager.default.contentsOfDirectory(atPath: group.path + "/inbox").count == 3)
  }

  @Test("A language is its sub-folder")
  func language() throws {
    #expect(try drop("one", named: "a.md", language: Language("pt-br"))?.text == "pt-BR/a.md")
    #expect(try content("pt-BR/a.md") == "one")
  }

  @Test("A text of several buffers arrives whole")
  func large() throws {
    let text = String(repeating: "zażółć gęślą jaźń\n", count: 10_000)
    #expect(try drop(text, named: "big")?.text == "big")
    #expect(try content("big") == text)
  }

  @Test("An empty source leaves nothing in the inbox")
  func empty() throws {
    #expect(try drop("", named: "a.txt") == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: group.path + "/inbox").isEmpty)
  }

  @Test("A source that can't be read leaves nothing in the inbox")
  func unreadable() throws {
    let drop = try InboxDrop(group: group, language: nil)
    let closed = open(folder.path, O_RDONLY | O_DIRECTORY)
    defer { close(closed) }
    #expect(throws: SystemError.self) {
      try drop.drop(contentsOf: closed, at: folder.path, named: FileName("a.txt"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: group.path + "/inbox").isEmpty)
  }

  @Test(
    "The same holds where no file can be without a name",
    .enabled(if: UserSpaceMount.isAvailable, "no file system in user space can be mounted here"))
  func withoutNameless() async throws {
    let disk = try await UserSpaceMount(of: folder.path + "/real", at: group.path, in: folder)
    let inbox = try InboxDrop(group: group, language: nil)
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: group.path + "/inbox").sorted()
    }
    let closed = open(folder.path, O_RDONLY | O_DIRECTORY)
    defer { close(closed) }
    #expect(throws: SystemError.self) {
      try inbox.drop(contentsOf: closed, at: folder.path, named: FileName("a.txt"))
    }
    #expect(try names() == [])
    for text in ["", "one", "two"] {
      try Files.write(text, to: folder.path + "/source")
      let file = open(folder.path + "/source", O_RDONLY)
      defer { close(file) }
      _ = try inbox.drop(contentsOf: file, at: "source", named: FileName("a.txt"))
    }
    #expect(try names() == ["a-2.txt", "a.txt"])
    withExtendedLifetime(disk) {}
  }

  @Test(
    "A name that scans leave alone becomes one that they take",
    arguments: [
      (".notes.txt", "notes.txt"), ("a.bak", "a.bak.txt"), ("a~", "a~.txt"), (".x.swp", "x.swp.txt"),
      ("...", "text-.txt"), ("~$a.txt", "text-~$a.txt.txt"), ("plain.md", "plain.md"),
    ])
  func names(name: String, taken: String) {
    #expect(InboxDrop.takenName(for: FileName(name)).text == taken)
    #expect(NameRule.holding(InboxDrop.takenName(for: FileName(name))) == nil)
  }

  @Test("So does a name that the user's settings hold back")
  func heldNames() throws {
    let pattern = try #require(NamePattern("*.mine"))
    #expect(InboxDrop.takenName(for: FileName("a.mine"), heldNames: [pattern]).text == "a.mine.txt")
  }

  @Test("The group and the inbox are made for this user, but no folder above them")
  func makes() throws {
    _ = try InboxDrop(group: group, language: nil)
    var status = stat()
    #expect(stat(group.path, &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o700)
    #expect(throws: SystemError.self) {
      try InboxDrop(group: AppGroup(path: folder.path + "/no/group"), language: nil)
    }
  }
}
