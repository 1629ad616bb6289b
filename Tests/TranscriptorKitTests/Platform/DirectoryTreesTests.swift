import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("Moving files to another file system", .enabled(if: OtherFileSystem.isAvailable))
struct DirectoryTreesTests {
  private let here = TemporaryFolder()
  private let there = OtherFileSystem()
  private let name = FileName("a.txt")

  private func directories(_ probe: DiskProbe? = nil) throws -> (here: Directory, there: Directory) {
    (try Directory(path: here.path, hook: probe?.hook), try Directory(path: there.path, hook: probe?.hook))
  }

  @Test("A plain move does not cross, and a relocation does")
  func relocates() throws {
    try Files.write("text", to: here.path + "/a.txt")
    let (from, to) = try directories()
    #expect(try errorNumber { try from.rename(name, to: to, as: name) } == EXDEV)
    try from.relocate(name, to: to, as: FileName("b.txt"))
    #expect(Files.names(below: here.path) == [])
    #expect(Files.names(below: there.path) == ["b.txt"])
    #expect(try to.read(FileName("b.txt"), limit: 10).bytes == Array("text".utf8))
  }

  @Test("Nothing is replaced there, and numbers go on")
  func neverReplaces() throws {
    try Files.write("text", to: here.path + "/a.txt")
    try Files.write("other", to: there.path + "/a.txt")
    let (from, to) = try directories()
    #expect(try errorNumber { try from.relocate(name, to: to, as: name) } == EEXIST)
    #expect(try from.relocate(name, to: to, asFirstFreeOf: NumberedName(name)).text == "a-2.txt")
    #expect(try to.read(name, limit: 10).bytes == Array("other".utf8))
  }

  @Test("A file of several pieces arrives whole, with its rights and its time of change")
  func copies() throws {
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try Files.write(bytes, to: here.path + "/a.txt")
    chmod(here.path + "/a.txt", 0o640)
    var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1_000_000_000, tv_nsec: 7)]
    #expect(utimensat(AT_FDCWD, here.path + "/a.txt", &times, 0) == 0)
    let (from, to) = try directories()
    let before = try from.status(of: name)
    try from.relocate(name, to: to, as: name)
    let after = try to.read(name, limit: 1 << 20)
    #expect(after.bytes == bytes)
    #expect(after.status.mode == before?.mode)
    #expect(after.status.modified == before?.modified)
  }

  @Test("The copy appears whole, and only once it is on the disk does the original go")
  func order() throws {
    try Files.write("text", to: here.path + "/a.txt")
    let probe = DiskProbe()
    let (from, to) = try directories(probe)
    try from.relocate(name, to: to, as: name)
    #expect(
      probe.steps.map(\.kind) == [.rename, .create, .write, .write, .sync, .rename, .syncDirectory, .remove])
    #expect(probe.steps[1].path.hasPrefix(there.path + "/.transcriptor-"))
    #expect(probe.steps.last?.path == here.path + "/a.txt")
  }

  @Test("A file that merely holds the same is no copy of ours, whatever its time of change")
  func foreignTwin() throws {
    mkdir(here.path + "/marks", 0o700)
    for path in [here.path, there.path] {
      try Files.write("text", to: path + "/a.txt")
      var times = [timespec(tv_sec: 1, tv_nsec: 1), timespec(tv_sec: 1, tv_nsec: 1)]
      #expect(utimensat(AT_FDCWD, path + "/a.txt", &times, 0) == 0)
    }
    let (from, to) = try directories()
    let marks = try from.directory(FileName("marks"))
    #expect(
      try from.relocate(name, to: to, asFirstFreeOf: NumberedName(name), marks: marks) == FileName("a-2.txt"))
    #expect(Files.names(below: there.path) == ["a-2.txt", "a.txt"])
  }

  @Test(
    "A move that a crash kept from its end is finished under its name, also where a smaller number is free")
  func finishes() throws {
    mkdir(here.path + "/marks", 0o700)
    try Files.write("text", to: here.path + "/a.txt")
    try Files.write("foreign", to: there.path + "/a.txt")
    let probe = DiskProbe(refusing: { _, step in
      step.kind == .remove && step.path.hasSuffix("/a.txt") ? EROFS : nil
    })
    let (dyingFrom, dyingTo) = try directories(probe)
    let series = NumberedName(name)
    let marks = try dyingFrom.directory(FileName("marks"))
    #expect(
      try errorNumber { try dyingFrom.relocate(name, to: dyingTo, asFirstFreeOf: series, marks: marks) }
        == EROFS)
    unlink(there.path + "/a.txt")
    let (from, to) = try directories()
    #expect(try from.relocate(name, to: to, asFirstFreeOf: series, marks: marks) == FileName("a-2.txt"))
    #expect(Files.names(below: there.path) == ["a-2.txt"])
  }

  @Test(
    "Whatever step the program dies at, the text is in neither two places nor none once it is moved again")
  func death() throws {
    for number in 1...8 {
      try Files.write("text", to: here.path + "/a.txt")
      let (dyingFrom, dyingTo) = try directories(DiskProbe(dyingAt: number))
      #expect(try errorNumber { try dyingFrom.relocate(name, to: dyingTo, as: name) } == EROFS)
      let visible = Files.names(below: there.path).filter { !$0.hasPrefix(".") }
      if visible.isEmpty { #expect(Files.names(below: here.path) == ["a.txt"]) }
      let (from, to) = try directories()
      try from.relocate(name, to: to, as: name)
      #expect(Files.names(below: here.path) == [])
      #expect(Files.names(below: there.path).filter { !$0.hasPrefix(".") } == ["a.txt"])
      #expect(try to.read(name, limit: 10).bytes == Array("text".utf8))
      try to.remove(name)
    }
  }
}
