import FoundationEssentials

/// Decides when a file has stopped changing; a pure value, the time passed in.
///
/// A file is settled when two looks, far enough apart, show the same device, inode, size and times. One look is
/// enough where the time of its last change (ctime), which no program can set, lies that far back already. That is the
/// time of a clock that people set: across such a jump a ctime tells no age, and two looks decide.
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

  /// What is known of a file since it last changed.
  private struct Seen {
    let status: FileStatus
    let since: ContinuousClock.Instant
    /// Whether its ctime and the clock belong together.
    var hasAge: Bool
  }

  private let settleTime: Duration
  /// Those whose age does not settle them; one that it settles is known by it at the next look too.
  private var firstSeen: [RelativePath: Seen] = [:]
  private var lastLook: Moment?

  package init(settleTime: Duration) { self.settleTime = settleTime }

  /// Takes a look at all files that may be taken.
  ///
  /// A file that is missing from a look is forgotten, and begins anew should it come back.
  package mutating func look(at entries: [InboxEntry], now: Moment) -> Look {
    var seen: [RelativePath: Seen] = [:]
    let unsettled = youngest(before: now)
    var look = Look()
    for entry in entries {
      let needed = Self.wait(for: entry.status, settleTime: settleTime)
      let age = now.age(of: entry.status)
      var file = Seen(status: entry.status, since: now.steady, hasAge: true)
      if let before = firstSeen[entry.path], before.status == entry.status { file = before }
      if let unsettled, entry.status.changed > unsettled - needed.nanoseconds { file.hasAge = false }
      if file.hasAge && age >= needed {
        look.settled.append(entry)
        continue
      }
      seen[entry.path] = file
      if file.since.duration(to: now.steady) >= needed {
        look.settled.append(entry)
        continue
      }
      look.young.append(entry)
      var settles = file.since + needed
      if file.hasAge { settles = min(settles, now.steady + (needed - age)) }
      look.nextSettles = min(look.nextSettles ?? settles, settles)
    }
    firstSeen = seen
    lastLook = now
    return look
  }

  /// The time of the last look on the clock as it was then, where the clock was set forth since; nil where it was not.
  ///
  /// What changed about then or after has no age that the clock could tell.
  private func youngest(before now: Moment) -> Int64? {
    guard let lastLook else { return nil }
    let passed = lastLook.steady.duration(to: now.steady).nanoseconds
    let jump = (now.wall - lastLook.wall) - passed
    return jump > Self.drift.nanoseconds ? lastLook.wall : nil
  }

  /// Clocks that are kept right little by little drift by less between two looks.
  private static let drift = Duration.milliseconds(500)
}

extension Duration {
  /// Whole nanoseconds.
  fileprivate var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
