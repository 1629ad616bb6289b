/// When the folder of texts is looked at next: a pure value, the time passed in.
///
/// The poll interval is what counts. An event, and a young file whose settle time ends, only bring the next look forward,
/// and never so far that looking takes more than a tenth of the time.
struct LookSchedule: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// When the next look is due.
  private(set) var nextLook = Instant.now
  private var began = Instant.now
  private var ended = Instant.now
  private var interval = Duration.zero
  /// The least time from one look to the next that an event asks for.
  private var leastPause = Duration.zero
  private var notBefore = Instant.now

  /// Notes that a look begins.
  mutating func lookBegins(_ now: Instant, interval: Duration, settleTime: Duration) {
    began = now
    self.interval = interval
    // What an event tells of is young, so there is time; and a writer may cause many of them.
    leastPause = min(interval, max(.milliseconds(100), settleTime / 4))
    notBefore = now
    nextLook = now + interval
  }

  /// Notes that a look is over.
  /// - Parameters:
  ///   - settles: When the first young file would be settled; nil where there is none.
  ///   - deadline: When one look decides what is still young; nil where nothing ends.
  mutating func lookEnds(_ now: Instant, settles: Instant?, deadline: Instant?) {
    ended = now
    // However many files lie there, looking takes at most a tenth of the time.
    notBefore = now + min(began.duration(to: now) * 10, .seconds(60))
    if let deadline, began < deadline { notBefore = min(notBefore, deadline) }
    var next = now + interval
    if let settles { next = min(next, max(settles, now + min(interval, Self.shortestPause))) }
    if let deadline, began < deadline { next = min(next, deadline) }
    nextLook = max(next, notBefore)
  }

  /// Brings the next look forward since something happened.
  mutating func lookSoon() { nextLook = min(nextLook, max(ended + leastPause, notBefore)) }

  /// Brings the next look forward to the present since somebody asked for it.
  mutating func lookNow(_ now: Instant) { nextLook = min(nextLook, now) }

  /// A file may change so often that it would always be about to settle.
  private static let shortestPause = Duration.milliseconds(20)
}
