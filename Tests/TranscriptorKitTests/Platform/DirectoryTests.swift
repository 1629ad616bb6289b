import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("Folders")
struct DirectoryTests {
  let folder = TemporaryFolder()
  let directory: Directory

  init() throws { directory = try Directory(path: folder.path) }

  private func write(_ text: String, _ path: String) throws {
    try Files.write(text, to: folder.path + "/" + path)
  }

  private func content(_ name: String) throws -> String {
    String(decoding: try directory.read(FileName(name), limit: 1000).bytes, as: UTF8.self)
  }

  // MARK: Nothing is replaced

  @Test("A file is moved only to a name that is free")
  func rename() throws {
    try write("one", "a")
    try write("two", "b")
    #expect(
      try errorNumber { try directory.rename(FileName("a"), to: directory, as: FileName("b")) } == EEXIST)
    #expect(try content("a") == "one")
    #expect(try content("b") == "two")
    try directory.rename(FileName("a"), to: directory, as: FileName("c"))
    #expect(try content("c") == "one")
    #expect(try directory.status(of: FileName("a")) == nil)
  }

  @Test("A link that leads nowhere takes a name like any file", arguments: ["rename", "relocate", "write"])
  func link(action: String) throws {
    try write("one", "a")
    symlink("nowhere", folder.path + "/b")
    let name = FileName("b")
    let code = try errorNumber {
      switch action {
      case "rename": try directory.rename(FileName("a"), to: directory, as: name)
      case "relocate": try directory.relocate(FileName("a"), to: directory, as: name)
      default: try directory.write([1], to: name)
      }
    }
    #expect(code == EEXIST)
    #expect(try directory.status(of: name)?.kind == .link)
    #expect(Files.names(below: folder.path) == ["a", "b"])
  }

  @Test("A new file never replaces one")
  func create() throws {
    try write("one", "a")
    #expect(try errorNumber { try directory.write([0x78], to: FileName("a")) } == EEXIST)
    #expect(try content("a") == "one")
  }

  @Test("The first free name of a series is taken")
  func series() throws {
    let series = NumberedName(FileName("a.txt"))
    for name in ["a.txt", "a-2.txt", "a-4.txt"] { try write(name, "there/" + name) }
    try write("new", "x")
    let there = try directory.directory(FileName("there"))
    #expect(try directory.relocate(FileName("x"), to: there, asFirstFreeOf: series).text == "a-3.txt")
    #expect(
      Files.names(below: folder.path) == ["there/a-2.txt", "there/a-3.txt", "there/a-4.txt", "there/a.txt"])
  }

  // MARK: No link is followed

  @Test("No link is entered, read or removed through")
  func links() throws {
    try write("kept", "target/file")
    symlink("target", folder.path + "/link")
    symlink("target/file", folder.path + "/to-file")
    #expect(try [ENOTDIR, ELOOP].contains(errorNumber { _ = try directory.directory(FileName("link")) }))
    #expect(try errorNumber { _ = try directory.read(FileName("to-file"), limit: 10) } == ELOOP)
    #expect(
      [ENOTDIR, ELOOP].contains(
        try errorNumber { _ = try directory.directory(FileName("link"), making: 0o700) }))
    try write("gone", "tree/sub/file")
    symlink("../../target", folder.path + "/tree/sub/link")
    try directory.removeTree(FileName("tree"))
    #expect(Files.names(below: folder.path) == ["link", "target/file", "to-file"])
    try directory.removeTree(FileName("link"))
    #expect(Files.names(below: folder.path) == ["target/file", "to-file"])
  }

  // MARK: Reading

  @Test("As much is read as the limit allows, and one byte more tells that there is more")
  func limit() throws {
    try write(String(repeating: "x", count: 200_000), "a")
    let name = FileName("a")
    #expect(try directory.read(name, limit: 199_999).bytes.count == 200_000)
    #expect(try directory.read(name, limit: 200_000).bytes.count == 200_000)
    #expect(try directory.read(name, limit: 70_000).bytes.count == 70_001)
    #expect(try directory.read(name, limit: 0).bytes.count == 1)
    #expect(try directory.read(name, limit: 10).status.size == 200_000)
  }

  @Test("What is no regular file is not read, and nobody waits for a pipe's writer", .timeLimit(.minutes(1)))
  func notRegular() throws {
    mkfifo(folder.path + "/pipe", 0o600)
    mkdir(folder.path + "/sub", 0o700)
    #expect(try errorNumber { _ = try directory.read(FileName("pipe"), limit: 10) } == EINVAL)
    #expect(try errorNumber { _ = try directory.read(FileName("sub"), limit: 10) } == EINVAL)
    #expect(try errorNumber { _ = try directory.read(FileName("none"), limit: 10) } == ENOENT)
  }

  @Test("What is missing is nil, and what is in the way is an error")
  func missing() throws {
    try write("x", "file")
    #expect(try directory.directoryIfThere([FileName("none"), FileName("deeper")]) == nil)
    #expect(try errorNumber { _ = try directory.directoryIfThere([FileName("file")]) } == ENOTDIR)
    #expect(try directory.status(of: FileName("none")) == nil)
  }

  @Test("All entries are listed, twice in a row too")
  func entries() throws {
    for number in 1...100 { try write("", "\(number)") }
    for _ in 1...2 { #expect(try Set(directory.entries()) == Set((1...100).map { FileName("\($0)") })) }
  }

  @Test("The only file below folders of one entry each is found")
  func soleFile() throws {
    try write("", "a/b/c.txt")
    mkdir(folder.path + "/e", 0o700)
    mkdir(folder.path + "/e/f", 0o700)
    #expect(try directory.directory(FileName("a")).soleFile()?.text == "b/c.txt")
    #expect(try directory.directory(FileName("e")).soleFile() == nil)
  }
}
