import Testing

@testable import TranscriptorKit

@Suite("The retry policy")
struct RetryPolicyTests {
  private let policy = RetryPolicy.standard

  private func failure(_ repeats: GeminiFailure.Repeats, after hint: Duration? = nil) -> GeminiFailure {
    GeminiFailure(.service(retryAfter: hint), "", hint: "", repeats: repeats)
  }

  /// The pause after so many attempts, none of them a second try.
  private func pause(
    _ policy: RetryPolicy = .standard, after failure: GeminiFailure, attempts: Int, random: Double = 0
  ) -> Duration? {
    var progress = RetryPolicy.Progress(attempts: attempts)
    return policy.pause(after: failure, &progress, random: random)
  }

  @Test("doubles the span of the random pause up to a minute", arguments: [(1, 1), (2, 2), (3, 4), (4, 8)])
  func doubles(attempt: Int, seconds: Int) {
    #expect(pause(after: failure(.untilLimit), attempts: attempt, random: 1) == .seconds(seconds))
    #expect(pause(after: failure(.untilLimit), attempts: attempt, random: 0) == .zero)
  }

  @Test("never pauses longer than the cap by itself")
  func cap() {
    var patient = policy
    patient.attempts = 1000
    #expect(pause(patient, after: failure(.untilLimit), attempts: 900, random: 1) == .seconds(60))
  }

  @Test("ends after five attempts")
  func limit() {
    #expect(pause(after: failure(.untilLimit), attempts: 4) != nil)
    #expect(pause(after: failure(.untilLimit), attempts: 5) == nil)
  }

  @Test("keeps a wait that the service asks for, with a little on top, up to two minutes")
  func hints() {
    func pause(asked seconds: Int) -> Duration? {
      self.pause(after: failure(.untilLimit, after: .seconds(seconds)), attempts: 1, random: 0.5)
    }
    #expect(pause(asked: 38) == .milliseconds(38_500))
    #expect(pause(asked: 120) == .milliseconds(120_500))
    #expect(pause(asked: 121) == nil)
  }

  @Test("allows one second try because of the answer, also between other faults")
  func secondTry() {
    var progress = RetryPolicy.Progress()
    let pauses = [GeminiFailure.Repeats.once, .untilLimit, .once].map { repeats in
      progress.attempts += 1
      return policy.pause(after: failure(repeats), &progress, random: 0)
    }
    #expect(pauses == [.zero, .zero, nil])
  }

  @Test("never repeats what can't get better")
  func never() {
    #expect(pause(after: failure(.never), attempts: 1) == nil)
  }
}
