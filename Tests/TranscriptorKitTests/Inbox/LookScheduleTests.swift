import Testing

@testable import TranscriptorKit

@Suite("When the inbox is looked at")
struct LookScheduleTests {
  private let start = ContinuousClock.now

  /// The schedule after a look that took some time, and when its next look is due, in seconds from the look's end.
  private func schedule(
    taking time: Double = 0, interval: Double = 60, settleTime: Double = 1, settles: Double? = nil
  ) -> (schedule: LookSchedule, end: ContinuousClock.Instant) {
    var schedule = LookSchedule()
    schedule.lookBegins(start, interval: .seconds(interval), settleTime: .seconds(settleTime))
    let end = start + .seconds(time)
    schedule.lookEnds(end, settles: settles.map { end + .seconds($0) }, deadline: nil)
    return (schedule, end)
  }

  @Test("Without anything new the next look is a poll interval later")
  func poll() {
    let (schedule, end) = schedule()
    #expect(schedule.nextLook == end + .seconds(60))
  }

  @Test(
    "A young file is looked at when its settle time is over, and not before the poll where that is sooner")
  func settles() {
    let (early, end) = schedule(settles: 0.7)
    #expect(early.nextLook == end + .seconds(0.7))
    let (late, lateEnd) = schedule(interval: 0.5, settles: 0.7)
    #expect(late.nextLook == lateEnd + .seconds(0.5))
  }

  @Test("An event brings the look forward, but events without end bring no looks without end")
  func events() {
    var (schedule, end) = schedule()
    schedule.lookSoon()
    #expect(schedule.nextLook == end + .seconds(0.25))
    (schedule, end) = self.schedule(settleTime: 0)
    schedule.lookSoon()
    #expect(schedule.nextLook == end + .seconds(0.1))
    (schedule, end) = self.schedule(settleTime: 0, settles: -5)
    #expect(schedule.nextLook == end + .milliseconds(20))
  }

  @Test("However much there is to look at, looking takes at most a tenth of the time")
  func cost() {
    var (schedule, end) = schedule(taking: 2, settles: 0.1)
    #expect(schedule.nextLook == end + .seconds(20))
    schedule.lookSoon()
    #expect(schedule.nextLook == end + .seconds(20))
    (schedule, end) = self.schedule(taking: 2, interval: 1)
    #expect(schedule.nextLook == end + .seconds(20))
  }

  @Test("The look that decides what is still young is in time, however long the one before it took")
  func deadline() {
    var schedule = LookSchedule()
    schedule.lookBegins(start, interval: .seconds(60), settleTime: .seconds(1))
    schedule.lookEnds(start + .seconds(2), settles: nil, deadline: start + .seconds(5))
    #expect(schedule.nextLook == start + .seconds(5))
  }

  @Test("Who asks for a look gets it at once")
  func asked() {
    var (schedule, end) = schedule(taking: 2)
    schedule.lookNow(end)
    #expect(schedule.nextLook == end)
  }
}
