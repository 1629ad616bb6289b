import Testing

@testable import TranscriptorKit

@Suite("The gate of the queue")
struct QueueGateTests {
  private let start = ContinuousClock.now
  private let service = TranslationTrouble(.service(retryAfter: nil), "The service is busy.", hint: "Wait.")
  private let setup = TranslationTrouble(.setup, "The key is wrong.", hint: "Set it.")
  private let item = TranslationTrouble(.item(.blocked), "Refused.", hint: "Change it.")
  private func hinted(_ seconds: Int) -> TranslationTrouble {
    TranslationTrouble(.service(retryAfter: .seconds(seconds)), "Too many requests.", hint: "Wait.")
  }
  private func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

  /// A gate that the service closed at the start, for five seconds.
  private func closedGate() -> QueueGate {
    var gate = QueueGate()
    for _ in 1...3 { gate.failed(service, now: start) }
    return gate
  }

  @Test("An open gate lets all jobs start")
  func open() {
    var gate = QueueGate()
    #expect(gate.admits(7, now: start) == 7)
    #expect(gate.start(now: start) == nil)
    #expect(gate.phase == .open)
  }

  @Test("One or two texts that the service fails close nothing, three in a row do")
  func three() {
    var gate = QueueGate()
    gate.failed(service, now: start)
    gate.failed(service, now: start)
    #expect(gate.phase == .open)
    gate.answered()
    gate.failed(service, now: start)
    gate.failed(service, now: start)
    #expect(gate.phase == .open)
    gate.failed(service, now: start)
    #expect(gate.phase == .closed(service, until: at(5)))
    #expect(gate.admits(7, now: at(4.9)) == 0)
    #expect(gate.start(now: at(4.9)) == service)
  }

  @Test("A job that a closed gate keeps from starting was not asked for, whatever the one before it was")
  func notAsked() {
    var asked = hinted(20)
    asked.attempts = 3
    var gate = QueueGate()
    gate.failed(asked, now: start)
    #expect(gate.start(now: at(1))?.attempts == 0)
    #expect(gate.start(now: at(20)) == nil)
    #expect(gate.start(now: at(20))?.attempts == 0)
  }

  @Test("A trouble of a text itself shows that the service works")
  func ownTrouble() {
    var gate = QueueGate()
    gate.failed(service, now: start)
    gate.failed(service, now: start)
    gate.failed(item, now: start)
    gate.failed(service, now: start)
    #expect(gate.phase == .open)
    gate = closedGate()
    gate.failed(item, now: start)
    #expect(gate.phase == .open)
  }

  @Test("A service that asks for a pause gets it from the first text on")
  func hint() {
    var gate = QueueGate()
    gate.failed(hinted(90), now: start)
    #expect(gate.phase == .closed(hinted(90), until: at(90)))
    // No shorter than the pause that it would get unasked.
    gate = QueueGate()
    gate.failed(hinted(1), now: start)
    #expect(gate.phase == .closed(hinted(1), until: at(5)))
  }

  @Test("However long a pause the service asks for, one text finds out after an hour")
  func longHint() {
    var gate = QueueGate()
    gate.failed(hinted(31 * 86_400), now: start)
    #expect(gate.phase == .closed(hinted(31 * 86_400), until: at(3600)))
  }

  @Test("After the pause one job probes, and the others wait for it")
  func probing() {
    var gate = closedGate()
    #expect(gate.admits(7, now: at(5)) == 1)
    #expect(gate.admits(0, now: at(5)) == 0)
    #expect(gate.start(now: at(5)) == nil)
    #expect(gate.phase == .probing(service))
    #expect(gate.admits(7, now: at(5)) == 0)
    #expect(gate.start(now: at(100)) == service)
    gate.answered()
    #expect(gate.phase == .open)
    #expect(gate.admits(7, now: at(5)) == 7)
  }

  @Test("A probe that fails doubles the pause, up to five minutes, and an answer begins anew")
  func doubling() {
    var gate = closedGate()
    var now = at(5)
    for pause in [10.0, 20, 40, 80, 160, 300, 300] {
      #expect(gate.start(now: now) == nil)
      gate.failed(service, now: now)
      #expect(gate.phase == .closed(service, until: now + .seconds(pause)))
      now += .seconds(pause)
    }
    #expect(gate.start(now: now) == nil)
    gate.answered()
    for _ in 1...3 { gate.failed(service, now: now) }
    #expect(gate.phase == .closed(service, until: now + .seconds(5)))
  }

  @Test("A probe that was cancelled leaves the next job to probe at once")
  func abandoned() {
    var gate = closedGate()
    #expect(gate.start(now: at(5)) == nil)
    gate.abandoned(now: at(6))
    #expect(gate.phase == .closed(service, until: at(6)))
    #expect(gate.start(now: at(6)) == nil)
    var untouched = QueueGate()
    untouched.abandoned(now: start)
    #expect(untouched.phase == .open)
  }

  @Test("Jobs that were on their way when the gate closed prolong nothing")
  func stragglers() {
    var gate = closedGate()
    for _ in 1...5 { gate.failed(service, now: at(1)) }
    #expect(gate.phase == .closed(service, until: at(5)))
    // What the service asks for counts whenever it says so.
    gate.failed(hinted(60), now: at(2))
    #expect(gate.phase == .closed(hinted(60), until: at(62)))
  }

  @Test("Set-up trouble closes at once, for ten minutes, and service trouble does not hide it")
  func setupTrouble() {
    var gate = QueueGate()
    gate.failed(setup, now: start)
    #expect(gate.phase == .closed(setup, until: at(600)))
    for _ in 1...4 { gate.failed(service, now: at(1)) }
    gate.failed(hinted(1000), now: at(1))
    #expect(gate.phase == .closed(setup, until: at(600)))
    #expect(gate.start(now: at(599)) == setup)
    #expect(gate.start(now: at(600)) == nil)
    gate.failed(setup, now: at(601))
    #expect(gate.phase == .closed(setup, until: at(1201)))
  }

  @Test("An answer that was on its way opens the gate")
  func lateAnswer() {
    var gate = closedGate()
    gate.answered()
    #expect(gate.phase == .open)
  }
}
