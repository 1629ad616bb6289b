/// When a text is sent again, and after how long.
package struct RetryPolicy: Equatable, Sendable {
  /// How often one text is sent at most.
  package var attempts = 5
  /// The longest random pause after the first attempt; it doubles with each.
  package var base = Duration.seconds(1)
  /// The longest random pause of all.
  package var cap = Duration.seconds(60)
  /// The longest wait that is kept when the service asks for one.
  package var longestHint = Duration.seconds(120)

  /// What the kit uses.
  package static let standard = RetryPolicy()

  /// What was done for one text so far.
  struct Progress: Equatable, Sendable {
    /// Requests that were sent.
    var attempts = 0
    /// Requests that were sent again because of the answer itself.
    var secondTries = 0
  }

  /// How long to wait before the text is sent again; nil where it is not.
  ///
  /// The pause is what the service asks for, and on top a random part of a span that doubles with each attempt ("full
  /// jitter"), so that many clients do not come back at the same moment.
  /// - Parameters:
  ///   - failure: Why the last attempt failed.
  ///   - progress: Counts the last attempt, and is told of a second try.
  ///   - random: From 0 to 1.
  func pause(after failure: GeminiFailure, _ progress: inout Progress, random: Double) -> Duration? {
    guard progress.attempts < attempts else { return nil }
    let hint = failure.retryAfter ?? .zero
    guard hint <= longestHint else { return nil }
    switch failure.repeats {
    case .never: return nil
    case .once:
      guard progress.secondTries == 0 else { return nil }
      progress.secondTries += 1
    case .untilLimit: break
    }
    let span = min(cap, base * (1 << min(progress.attempts - 1, 16)))
    return hint + span * random
  }
}
