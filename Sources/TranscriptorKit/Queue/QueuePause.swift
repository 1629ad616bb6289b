/// Why the queue starts no job, and until when.
public struct QueuePause: Equatable, Sendable {
  /// What is wrong and what to do.
  public let trouble: TranslationTrouble
  /// When a single text will find out whether it is over; earlier where somebody mends the set-up.
  public let until: ContinuousClock.Instant
}
