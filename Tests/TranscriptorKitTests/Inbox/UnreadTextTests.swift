import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("A text that can't be read for now")
struct UnreadTextTests {
  private let stage = SpoolStage()

  /// Refuses to open texts for a number of times.
  private func probe(refusing count: Int, _ code: Int32) -> DiskProbe {
    let left = Guarded(count)
    return DiskProbe { _, step in
      guard step.kind == .open else { return nil }
      return left.withLock { left in
        left -= 1
        return left >= 0 ? code : nil
      }
    }
  }

  @Test(
    "A passing fault of the first opens delays a text and is told to nobody",
    arguments: [
      EBUSY, EACCES, ESTALE, EIO, ETXTBSY, EAGAIN,
    ])
  func passing(code: Int32) async throws {
    try stage.drop("a.txt", "kot")
    #expect(try await stage.run(probe(refusing: 2, code)).translated == 1)
    #expect(stage.events.notices == [])
    #expect(stage.engine.texts == ["kot"])
  }

  @Test(
    "A longer fault puts a text back with one warning, and it is done once it can be read",
    arguments: [
      EBUSY, EACCES, ESTALE, EIO, ETXTBSY,
    ])
  func longer(code: Int32) async throws {
    try stage.drop("a.txt", "kot")
    let watcher = stage.transcriptor(probe(refusing: 8, code)).watch()
    let work = Task { await watcher.work() }
    #expect(await eventually { stage.files("outbox").count == 2 })
    work.cancel()
    _ = await work.value
    #expect(stage.events.notices.count == 1)
    #expect(stage.events.notices.first?.contains("a.txt can't be read yet") == true)
    #expect(stage.files("failed") == [])
  }

  @Test("A disk that never gives a text has it put aside in the end", .timeLimit(.minutes(1)))
  func never() async throws {
    try stage.drop("a.txt", "kot")
    let watcher = stage.transcriptor(probe(refusing: 1000, EIO)).watch()
    let work = Task { await watcher.work() }
    #expect(await eventually { stage.files("failed").count == 2 })
    work.cancel()
    _ = await work.value
    #expect(try stage.failure("a.txt.error.json").code == .unreadable)
  }

  @Test("A pass whose text stays busy ends, leaves it in the inbox and says so", .timeLimit(.minutes(1)))
  func pass() async throws {
    try stage.drop("a.txt", "kot")
    let summary = try await stage.run(probe(refusing: 1000, EBUSY))
    #expect(summary.waiting == 1)
    #expect(summary.diskTrouble?.code == EBUSY)
    #expect(stage.files("inbox") == ["a.txt"])
    #expect(stage.events.notices.count == 1)
  }

  @Test("A text that another program keeps a lease on, as a file server does, is done when the lease ends")
  func leased() async throws {
    try stage.drop("a.txt", "kot")
    let file = open(stage.group.path + "/inbox/a.txt", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    // F_SETLEASE (fcntl(2)); the signal that asks for it back is left aside.
    let old = signal(SIGIO, SIG_IGN)
    defer { signal(SIGIO, old) }
    try #require(fcntl(file, 1024, F_WRLCK) == 0)
    let watcher = stage.transcriptor().watch()
    let work = Task { await watcher.work() }
    #expect(await eventually { !stage.events.notices.isEmpty })
    #expect(fcntl(file, 1024, F_UNLCK) == 0)
    #expect(await eventually { stage.files("outbox").count == 2 })
    work.cancel()
    _ = await work.value
  }
}
