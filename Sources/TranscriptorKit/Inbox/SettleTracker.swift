import FoundationEssentials

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

    /// The present.
    package static var now: Moment { Moment(wall: Int64(Date().timeIntervalSince1970 * 1e9), steady: .now) }

    /// How long ago a file changed by the kernel's clock; negative where that lies in the future.
    package func age(of status: FileStatus) -> Duration { .nanoseconds(wall - status.changed) }
  }

  /// What a look tells.
  package struct Look: Sendable {
    /// Files that may be taken, in the order given.
    package fileprivate(set) var settled: [InboxEntry] = []
    /// Files that are too young, in the order given.
    package fileprivate(set) var young: [InboxEntry] = []
    /// When the first of the young would be settled if it stays the same; nil where none is young.
    package fileprivate(set) var nextSettles: ContinuousClock.Instant?
  }

  /// An empty file may be a writer's first step, so it is judged late.
  package static let emptyTime = Duration.seconds(30)

  /// How long a file has to stay the same.
  package static func wait(for status: FileStatus, settleTime: Duration) -> Duration {
    status.size == 0 ? max(emptyTime, settleTime) : settleTime
  }

  private let settleTime: Duration
  /// The young files; one that is settled is known by its age at the next look too.
  private var firstSeen: [RelativePath: (status: FileStatus, at: ContinuousClock.Instant)] = [:]

  package init(settleTime: Duration) { self.settleTime = settleTime }

  /// Takes a look at all files that may be taken.
  ///
  /// A file that is missing from a look is forgotten, and begins anew should it come back.
  package mutating func look(at entries: [InboxEntry], now: Moment) -> Look {
    var seen: [RelativePath: (status: FileStatus, at: ContinuousClock.Instant)] = [:]
    var look = Look()
    for entry in entries {
      let needed = Self.wait(for: entry.status, settleTime: settleTime)
      let age = now.age(of: entry.status)
      if age >= needed {
        look.settled.append(entry)
        continue
      }
      var since = now.steady
      if let before = firstSeen[entry.path], before.status == entry.status { since = before.at }
      seen[entry.path] = (entry.status, since)
      if since.duration(to: now.steady) >= needed {
        look.settled.append(entry)
      } else {
        look.young.append(entry)
        let settles = min(since + needed, now.steady + (needed - age))
        look.nextSettles = min(look.nextSettles ?? settles, settles)
      }
    }
    firstSeen = seen
    return look
  }
}
