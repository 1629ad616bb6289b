import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("The history on a file system that several machines share")
struct SharedFileSystemTests {
  private static let network = FileSystemType(magic: 0x6969)
  let probe = HistoryProbe()

  private func record(_ texts: ClosedRange<Int>, _ store: HistoryStore) async throws {
    for number in texts { try await store.record([(Samples.result("text \(number)"), claim: "\(number)")]) }
  }

  @Test(
    "Network and user-space file systems are known, and local ones are none of them",
    arguments: [
      (0x6969, true), (0xFF53_4D42, true), (0x6573_5546, true), (0xEF53, false), (0x0102_1994, false),
      (0x9123_683E, false), (0, false),
    ])
  func kinds(magic: Int, isShared: Bool) {
    #expect(FileSystemType(magic: UInt32(magic)).isShared == isShared)
  }

  @Test("No write-ahead log is used there, and clearing leaves no byte")
  func rollbackJournal() async throws {
    let store = probe.store(on: Self.network)
    try await record(1...60, store)
    #expect(try probe.names() == ["history.sqlite"])
    #expect(try probe.sql("PRAGMA journal_mode") == "delete")
    #expect(try await store.latest().map(\.id) == (11...60).reversed())
    #expect(try await probe.bytesContain("text 60"))
    try await store.clear()
    #expect(try await !probe.bytesContain("text "))
    #expect(try probe.names() == ["history.sqlite"])
    #expect(probe.warnings == [])
  }

  @Test("A history that was begun on a local disk, and left by a killed process, leaves its log there")
  func converted() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = probe.path as String] in
      let store = HistoryStore(path: path) { _ in }
      for number in 1...5 { try await store.record([(Samples.result("text \(number)"), claim: nil)]) }
      kill(getpid(), SIGKILL)
    }
    let store = probe.store(on: Self.network)
    #expect(try await store.latest().map(\.id) == [5, 4, 3, 2, 1])
    try await record(6...7, store)
    #expect(try await probe.store(on: Self.network).latest().count == 7)
    #expect(try probe.sql("PRAGMA journal_mode") == "delete")
    #expect(probe.warnings == [])
  }

  @Test("Two that write at once wait for each other, and never more than fifty remain")
  func writers() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0...1 {
        let store = probe.store(on: Self.network)
        group.addTask { try await self.record(writer * 30 + 1...writer * 30 + 30, store) }
      }
      try await group.waitForAll()
    }
    #expect(try await probe.store(on: Self.network).latest().map(\.id) == (11...60).reversed())
  }

  @Test("Damage is set aside there too")
  func damaged() async throws {
    try await record(1...3, probe.store(on: Self.network))
    #expect(try await ChildProcess.run("sh", ["-c", "echo nonsense > '\(probe.path)'"]).status == .exit(0))
    let store = probe.store(on: Self.network)
    try await record(4...4, store)
    #expect(try await store.latest().count == 1)
    #expect(try probe.names() == ["history.sqlite", "history.sqlite.damaged-2026-11-30T160030Z"])
  }

  @Test(
    "A folder behind FUSE is found out and served without a write-ahead log",
    .enabled(if: UserSpaceMount.isAvailable, "there is no bindfs, or this user may not mount"))
  func userSpace() async throws {
    let behind = TemporaryFolder()
    let mount = try await UserSpaceMount(of: behind.path, at: probe.folder.path, in: behind)
    #expect(FileSystemType(of: try Directory(path: mount.path)).isShared)
    try await record(1...51, probe.store())
    #expect(try await probe.store().latest().map(\.id) == (2...51).reversed())
    #expect(try probe.names() == ["history.sqlite"])
    #expect(try probe.sql("PRAGMA journal_mode") == "delete")
    try await mount.unmount()
  }
}
