import Glibc
import Testing

@testable import TranscriptorKit

@Suite("When a file has settled")
struct SettleTrackerTests {
  private let start = ContinuousClock.now
  private let epoch: Int64 = 1_800_000_000_000_000_000

  private func now(_ seconds: Double) -> SettleTracker.Moment {
    .init(wall: epoch + Int64(seconds * 1e9), steady: start + .seconds(seconds))
  }

  /// A file whose inode changed at a time, in seconds from the start.
  private func entry(
    _ name: String = "a", changed: Double = 0, size: Int = 5, inode: UInt64 = 1, modified: Int64 = 7
  ) -> InboxEntry {
    var raw = stat()
    raw.st_mode = S_IFREG | 0o644
    raw.st_size = size
    raw.st_ino = ino_t(inode)
    raw.st_mtim.tv_nsec = Int(modified)
    let nanoseconds = epoch + Int64(changed * 1e9)
    raw.st_ctim.tv_sec = Int(nanoseconds / 1_000_000_000)
    raw.st_ctim.tv_nsec = Int(nanoseconds % 1_000_000_000)
    return InboxEntry(path: RelativePath(FileName(name)), status: FileStatus(raw))
  }

  private func names(_ entries: [InboxEntry]) -> [String] { entries.map(\.path.text) }

  @Test("One look is enough where the last change lies far enough back")
  func oneLook() {
    var tracker = SettleTracker(settleTime: .seconds(1))
    let look = tracker.look(at: [entry("old", changed: -1), entry("young", changed: -0.999)], now: now(0))
    #expect(names(look.settled) == ["old"])
    #expect(names(look.young) == ["young"])
  }

  @Test("Two looks settle a file whose change lies in the future, once they are far enough apart")
  func twoLooks() {
    var tracker = SettleTracker(settleTime: .seconds(1))
    let future = entry(changed: 3600)
    #expect(tracker.look(at: [future], now: now(0)).settled.isEmpty)
    #expect(tracker.look(at: [future], now: now(0.999)).settled.isEmpty)
    #expect(names(tracker.look(at: [future], now: now(1)).settled) == ["a"])
  }

  @Test("A clock that is set back or forth does not matter to two looks")
  func clockSet() {
    var tracker = SettleTracker(settleTime: .seconds(1))
    let file = entry(changed: 100)
    _ = tracker.look(at: [file], now: .init(wall: epoch, steady: start))
    let later = SettleTracker.Moment(wall: epoch - 1_000_000_000_000, steady: start + .seconds(1))
    #expect(names(tracker.look(at: [file], now: later).settled) == ["a"])
  }

  @Test("A clock that is set a year forth between two looks settles no file that is still written")
  func clockSetForth() {
    let year = 365 * 86_400.0
    func after(_ seconds: Double) -> SettleTracker.Moment {
      .init(wall: epoch + Int64((year + seconds) * 1e9), steady: start + .seconds(seconds))
    }
    var tracker = SettleTracker(settleTime: .seconds(1))
    let old = entry("old", changed: -100)
    // One was changed directly before the last look, another between that and the jump, and one after it.
    let files = [
      old, entry("before", changed: -0.25), entry("between", changed: 0.25),
      entry("after", changed: year + 0.5),
    ]
    _ = tracker.look(at: Array(files.prefix(2)), now: now(0))
    #expect(names(tracker.look(at: files, now: after(0.5)).settled) == ["old"])
    #expect(names(tracker.look(at: files, now: after(1)).settled) == ["old", "before"])
    #expect(names(tracker.look(at: files, now: after(1.5)).settled) == ["old", "before", "between", "after"])
    // What changes again has a time of the clock as it is now.
    let again = entry("between", changed: year + 2)
    #expect(names(tracker.look(at: [again], now: after(2)).settled) == [])
    #expect(names(tracker.look(at: [again], now: after(3)).settled) == ["between"])
  }

  @Test("A clock that is set a year back starves no file: each is settled after its time")
  func clockSetBack() {
    func after(_ seconds: Double) -> SettleTracker.Moment {
      .init(wall: epoch + Int64((seconds - 365 * 86_400) * 1e9), steady: start + .seconds(seconds))
    }
    var tracker = SettleTracker(settleTime: .seconds(1))
    let file = entry(changed: 0)
    #expect(tracker.look(at: [file], now: now(0)).settled.isEmpty)
    #expect(tracker.look(at: [file], now: after(0.5)).settled.isEmpty)
    #expect(names(tracker.look(at: [file], now: after(1)).settled) == ["a"])
  }

  @Test("A machine that slept between two looks is no clock that was set")
  func slept() {
    var tracker = SettleTracker(settleTime: .seconds(1))
    _ = tracker.look(at: [], now: now(0))
    #expect(names(tracker.look(at: [entry(changed: 10)], now: now(8 * 3600)).settled) == ["a"])
  }

  @Test("Any change begins the wait anew: size, inode, content's time or change's time")
  func changes() {
    let before = entry(changed: 50)
    for after in [
      entry(changed: 50, size: 6), entry(changed: 50, inode: 2), entry(changed: 50, modified: 8),
      entry(changed: 51),
    ] {
      var tracker = SettleTracker(settleTime: .seconds(1))
      _ = tracker.look(at: [before], now: now(0))
      #expect(tracker.look(at: [after], now: now(0.5)).settled.isEmpty)
      #expect(tracker.look(at: [after], now: now(1.375)).settled.isEmpty)
      #expect(names(tracker.look(at: [after], now: now(1.5)).settled) == ["a"])
    }
  }

  @Test("A file that was missing from a look begins anew")
  func vanished() {
    var tracker = SettleTracker(settleTime: .seconds(1))
    let file = entry(changed: 50)
    _ = tracker.look(at: [file], now: now(0))
    _ = tracker.look(at: [], now: now(0.5))
    #expect(tracker.look(at: [file], now: now(1)).settled.isEmpty)
    #expect(names(tracker.look(at: [file], now: now(2)).settled) == ["a"])
  }

  @Test("An empty file is judged after thirty seconds, by one look or two")
  func empty() {
    var tracker = SettleTracker(settleTime: .seconds(1))
    let young = entry("young", changed: -29.9, size: 0)
    let old = entry("old", changed: -30, size: 0)
    let future = entry("future", changed: 1000, size: 0)
    #expect(names(tracker.look(at: [young, old, future], now: now(0)).settled) == ["old"])
    #expect(names(tracker.look(at: [future], now: now(29.9)).settled) == [])
    #expect(names(tracker.look(at: [future], now: now(30)).settled) == ["future"])
  }

  @Test("An empty file waits as long as the settings say where that is longer")
  func longSettleTime() {
    var tracker = SettleTracker(settleTime: .seconds(60))
    #expect(tracker.look(at: [entry(changed: -59, size: 0)], now: now(0)).settled.isEmpty)
    #expect(!tracker.look(at: [entry(changed: -60, size: 0)], now: now(0)).settled.isEmpty)
  }

  @Test("Several files keep their order and wait each for itself")
  func order() {
    var tracker = SettleTracker(settleTime: .seconds(1))
    let files = ["c", "a", "b"].map { entry($0, changed: -5) }
    #expect(names(tracker.look(at: files, now: now(0)).settled) == ["c", "a", "b"])
  }
}
