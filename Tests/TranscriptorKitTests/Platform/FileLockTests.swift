import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("File locks")
struct FileLockTests {
  private let folder = TemporaryFolder()
  private let name = FileName("a.lock")

  @Test("A lock is taken once, and is free again when its holder is gone")
  func once() throws {
    let directory = try Directory(path: folder.path)
    #expect(try !FileLock.isHeld(name, in: directory))
    #expect(Files.names(below: folder.path) == [])
    var lock = try FileLock.take(name, in: directory)
    #expect(lock != nil)
    #expect(try FileLock.take(name, in: directory) == nil)
    #expect(try FileLock.isHeld(name, in: directory))
    lock = nil
    // A file alone says nothing.
    #expect(Files.names(below: folder.path) == ["a.lock"])
    #expect(try !FileLock.isHeld(name, in: directory))
    #expect(try FileLock.take(name, in: directory) != nil)
  }

  @Test("Another process's lock holds until that process is killed")
  func otherProcess() async throws {
    let directory = try Directory(path: folder.path)
    let holder = try ChildProcess.start("flock", ["--no-fork", folder.path + "/a.lock", "sleep", "100"])
    #expect(try await eventually { try FileLock.isHeld(name, in: directory) })
    #expect(try FileLock.take(name, in: directory) == nil)
    holder.signal(SIGKILL)
    _ = try await holder.finish()
    #expect(try !FileLock.isHeld(name, in: directory))
    #expect(try FileLock.take(name, in: directory) != nil)
  }

  @Test("A lock keeps other processes out")
  func keepsOut() async throws {
    let lock = try FileLock.take(name, in: Directory(path: folder.path))
    let outcome = try await ChildProcess.run("flock", ["-n", folder.path + "/a.lock", "true"])
    #expect(outcome.status == .exit(1))
    #expect(lock != nil)
  }

  @Test("A link in the lock's place is refused, and nothing is made behind it")
  func link() throws {
    symlink("elsewhere", folder.path + "/a.lock")
    let directory = try Directory(path: folder.path)
    #expect(try errorNumber { _ = try FileLock.take(name, in: directory) } == ELOOP)
    #expect(Files.names(below: folder.path) == ["a.lock"])
  }
}
