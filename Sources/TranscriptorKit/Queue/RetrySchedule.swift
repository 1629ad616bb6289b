/// When a text that the service could not answer is tried again: a pure value, the time passed in.
///
/// The waits belong to the text's path in the inbox and grow with each try, so one text that a service chokes on
/// does not take the places of the others.
struct RetrySchedule: Sendable {
  typealias Instant = ContinuousClock.Instant

  static let firstWait = Duration.seconds(15)
  static let longestWait = Duration.seconds(900)

  private let firstWait: Duration
  private var waits: [RelativePath: (tries: Int, until: Instant)] = [:]

  /// Begins without a text.
  /// - Parameter firstWait: How long a text is put off at first; each further try doubles that.
  init(firstWait: Duration = Self.firstWait) { self.firstWait = firstWait }

  /// The texts that were put off.
  var paths: some Sequence<RelativePath> { waits.keys }

  /// Whether a text may be tried now.
  func allows(_ path: RelativePath, now: Instant) -> Bool {
    guard let wait = waits[path] else { return true }
    return now >= wait.until
  }

  /// Puts a text off after another try without an answer.
  mutating func postpone(_ path: RelativePath, now: Instant) {
    let tries = (waits[path]?.tries ?? 0) + 1
    let wait = min(firstWait * (1 << min(tries - 1, 12)), Self.longestWait)
    waits[path] = (tries, now + wait)
  }

  /// Forgets all texts that are not there any more.
  mutating func forgetAll(but paths: Set<RelativePath>) { waits = waits.filter { paths.contains($0.key) } }

  /// Forgets a text that is settled.
  mutating func forget(_ path: RelativePath) { waits[path] = nil }
}
