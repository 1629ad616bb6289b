import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("Where a folder lies")
struct FolderPlaceTests {
  private let folder = TemporaryFolder()

  init() throws {
    try Files.write("", to: folder.path + "/a/b/file")
    try Files.write("", to: folder.path + "/ab/file")
    symlink("a/b", folder.path + "/link")
  }

  private func place(_ path: String) throws -> FolderPlace { try FolderPlace(folder.path + path) }

  @Test(
    "A folder is inside itself and what is above it, by whatever path, also where it is still missing",
    arguments: [
      ("/a/b", "/a", true), ("/a", "/a", true), ("/a", "/a/b", false), ("/ab", "/a", false),
      ("/link", "/a", true), ("/a/b", "/link", true), ("/link/new/er", "/a/b", true),
      ("/a/../ab", "/a", false),
      ("/new", "/a", false), ("/a", "/new", false),
    ])
  func inside(path: String, other: String, isInside: Bool) throws {
    #expect(try place(path).isInside(place(other)) == isInside)
  }

  @Test("A path has no links, and what of it is missing stands as it was written")
  func path() throws {
    let real = try place("").path
    #expect(try place("/link/new/er").path == real + "/a/b/new/er")
    #expect(try FolderPlace("no-such-folder/x").path == FolderPlace(".").path + "/no-such-folder/x")
  }

  @Test("A path through a file is an error")
  func file() throws {
    #expect(try errorNumber { _ = try place("/a/b/file/x") } == ENOTDIR)
  }
}
