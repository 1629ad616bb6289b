import FoundationEssentials
import Testing
import TranscriptorKit

@Suite("Times")
struct ClockTests {
  @Test("A time is written in UTC with whole seconds, and read back")
  func utc() {
    let date = Date(timeIntervalSince1970: 1_796_054_400)
    #expect(date.utc == "2026-11-30T16:00:00Z")
    #expect(Date(utc: "2026-11-30T16:00:00Z") == date)
    #expect(date.addingTimeInterval(0.9).utc == "2026-11-30T16:00:00Z")
  }

  @Test(
    "What is no such time is not read", arguments: ["", "yesterday", "2026-11-30", "2026-13-30T16:00:00Z"])
  func refused(text: String) { #expect(Date(utc: text) == nil) }
}
