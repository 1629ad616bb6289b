import Testing

@testable import TranscriptorKit

@Suite("When a text is tried again")
struct RetryScheduleTests {
  private let path = RelativePath(FileName("a.txt"))
  private let start = ContinuousClock.now

  @Test("Each try without an answer doubles the wait, up to fifteen minutes")
  func doubling() {
    var schedule = RetrySchedule()
    #expect(schedule.allows(path, now: start))
    var now = start
    for seconds in [15, 30, 60, 120, 240, 480, 900, 900, 900] {
      schedule.postpone(path, now: now)
      #expect(!schedule.allows(path, now: now + .seconds(seconds) - .milliseconds(1)))
      now += .seconds(seconds)
      #expect(schedule.allows(path, now: now))
    }
  }

  @Test("A text that waits takes no other's place")
  func others() {
    var schedule = RetrySchedule()
    schedule.postpone(path, now: start)
    #expect(schedule.allows(RelativePath(FileName("b.txt")), now: start))
  }

  @Test("A text that was settled begins anew under the same name")
  func forget() {
    var schedule = RetrySchedule()
    for _ in 1...5 { schedule.postpone(path, now: start) }
    schedule.forget(path)
    #expect(schedule.allows(path, now: start))
    schedule.postpone(path, now: start)
    #expect(schedule.allows(path, now: start + .seconds(15)))
  }
}
