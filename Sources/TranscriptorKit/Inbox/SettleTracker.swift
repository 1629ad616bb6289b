/// Decides when a file has stopped changing; a pure value, the time passed in.
///
/// A file is settled when two looks, far enough apart, show the same device, inode, size and times. One look is
/// enough where the time of its last change (ctime), which no program can set, lies that far back already.
package struct SettleTracker: Sendable {
  /// When a look was taken.
  package struct Moment: Equatable, Sendable {
    /// The time of day, which the kernel's file times follow: nanoseconds since 1970.
    package let wall: Int64
    /// A clock that nobody sets.
    package let steady: ContinuousClock.Instant

    package init(wall: Int64, steady: ContinuousClock.Instant) {
      self.wall = wall
      self.steady = steady
    }
  }

  /// An empty file may be a writer's first step, so it is judged late.
  package static let emptyTime = Duration.seconds(30)

  private let settleTime: Duration
  private var firstSeen: [RelativePath: (status: FileStatus, at: ContinuousClock.Instant)] = [:]

  package init(settleTime: Duration) { self.settleTime = settleTime }

  /// Takes a look at all files that may be taken.
  ///
  /// - Returns: Those that are settled and those that are still young, each in the order given. A file that is
  ///   missing from a look is forgotten, and begins anew should it come back.
  package mutating func look(
    at entries: [InboxEntry], now: Moment
  ) -> (settled: [InboxEntry], young: [InboxEntry]) {
    var seen: [RelativePath: (status: FileStatus, at: ContinuousClock.Instant)] = [:]
    var settled: [InboxEntry] = []
    var young: [InboxEntry] = []
    for entry in entries {
      let needed = entry.status.size == 0 ? max(Self.emptyTime, settleTime) : settleTime
      let age = Duration.nanoseconds(now.wall - entry.status.changed)
      var since = now.steady
      if let before = firstSeen[entry.path], before.status == entry.status { since = before.at }
      if age >= needed || since.duration(to: now.steady) >= needed {
        settled.append(entry)
      } else {
        young.append(entry)
      }
      seen[entry.path] = (entry.status, since)
    }
    firstSeen = seen
    return (settled, young)
  }
}
