/// Decides when jobs may start, from how the jobs before them ended: a pure state machine, the time passed in.
///
/// Trouble of one text leaves the gate open. A service that fails several texts in a row, or asks for a pause, closes
/// it for a while, and set-up trouble until a person acted. Then a single job probes before the others follow.
struct QueueGate: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// Whether jobs start.
  enum Phase: Equatable, Sendable {
    /// Any number of jobs may start.
    case open
    /// No job starts before the time.
    case closed(TranslationTrouble, until: Instant)
    /// One job is on its way to find out; the trouble is why.
    case probing(TranslationTrouble)
  }

  private(set) var phase = Phase.open
  /// How many texts in a row the service failed.
  private var failures = 0
  /// How many times in a row the gate was closed by the service.
  private var closings = 0

  /// So many texts in a row end an attempt to go on: one alone may be the text's own bad luck.
  static let failuresToClose = 3
  /// The first pause that the service did not ask for; each later one doubles, up to the longest.
  static let firstPause = Duration.seconds(5)
  static let longestPause = Duration.seconds(300)
  /// The longest pause that the service can ask for; after so long a single text finds out.
  ///
  /// Where it names a date, a clock that is wrong would have nothing translated for months.
  static let longestHint = Duration.seconds(3600)
  /// After so long a single text finds out whether the set-up was mended outside this machine.
  static let setupPause = Duration.seconds(600)

  /// How many jobs may start now, of a number that is wanted.
  func admits(_ wanted: Int, now: Instant) -> Int {
    switch phase {
    case .open: wanted
    case .closed(_, let until): now >= until ? min(1, wanted) : 0
    case .probing: 0
    }
  }

  /// Asks to start a job.
  ///
  /// - Returns: The trouble that keeps it from starting, for which nothing was asked (`attempts` is 0); nil where it
  ///   may start.
  mutating func start(now: Instant) -> TranslationTrouble? {
    var trouble: TranslationTrouble
    switch phase {
    case .open: return nil
    case .probing(let earlier): trouble = earlier
    case .closed(let earlier, let until):
      guard now < until else {
        phase = .probing(earlier)
        return nil
      }
      trouble = earlier
    }
    trouble.attempts = 0
    return trouble
  }

  /// Learns that a job ended with an answer, or with trouble of its own text: the service works.
  mutating func answered() {
    failures = 0
    closings = 0
    phase = .open
  }

  /// Learns that a job ended without telling anything of the service, as when it was cancelled.
  mutating func abandoned(now: Instant) {
    if case .probing(let trouble) = phase { phase = .closed(trouble, until: now) }
  }

  /// Learns that the service could not answer, or that the set-up is at fault.
  mutating func failed(_ trouble: TranslationTrouble, now: Instant) {
    switch trouble.kind {
    case .item: answered()
    case .setup: phase = .closed(trouble, until: now + Self.setupPause)
    case .service(let hint):
      failures += 1
      if case .closed(let earlier, _) = phase, earlier.kind == .setup { return }
      guard hint != nil || failures >= Self.failuresToClose || phase != .open else { return }
      if case .closed(_, let until) = phase, until > now, hint == nil { return }
      let doubled = Self.firstPause * (1 << min(closings, 6))
      closings += 1
      phase = .closed(
        trouble, until: now + max(min(hint ?? .zero, Self.longestHint), min(doubled, Self.longestPause)))
    }
  }
}
