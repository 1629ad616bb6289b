import Testing

@testable import TranscriptorKit

@Suite("Trouble that many files have")
struct CountedNoticesTests {
  @Test("Of thousands of files the first is named, and all others are counted")
  func counts() {
    var notices = CountedNotices()
    func note(_ name: String) -> String? {
      notices.note(.notTaken, RelativePath(FileName(name)), because: "it is busy.")
    }
    #expect(note("0") == "0 can't be taken: it is busy.")
    #expect(notices.rest() == [])
    for number in 0...2000 { #expect(note("\(number)") == nil) }
    #expect(notices.rest() == ["2000 more files can't be taken."])
    #expect(note("7") == nil && note("new") == nil)
    #expect(notices.rest() == ["1 more file can't be taken."])
    #expect(notices.rest() == [])
  }

  @Test("Each kind of trouble is told on its own")
  func kinds() {
    var notices = CountedNotices()
    let path = RelativePath(FileName("a.txt"))
    #expect(notices.note(.notTaken, path, because: "so.") != nil)
    #expect(notices.note(.notRead, path, because: "so.") == "a.txt can't be read yet: so.")
    #expect(notices.note(.notLookedAt, path, because: "so.") == "a.txt can't be looked at: so.")
  }
}
