import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("What status sees")
struct SpoolStatusTests {
  private let stage = SpoolStage()

  @Test("A group that is not there is empty, and is not made")
  func none() throws {
    let status = try SpoolStatus(stage.group)
    #expect(status == (try SpoolStatus(AppGroup(path: "/nonexistent/group"))))
    #expect(status.waiting == 0)
    #expect(access(stage.group.path, F_OK) != 0)
  }

  @Test("Texts that wait, that are held and that failed are counted, in sub-folders too")
  func counts() throws {
    for path in ["a.txt", "ja/b.txt", "c.part", "ja/.d", "e.json"] { try stage.drop(path, "text") }
    for path in ["f.txt", "f.txt.error.json", "ja/g.error.json"] { try stage.write("failed/" + path, []) }
    let status = try SpoolStatus(stage.group)
    #expect(status.waiting == 2)
    #expect(status.inHand == 0)
    #expect(status.failed == 2)
    #expect(status.held.map(\.name) == ["c.part", "e.json", "ja/.d"])
    #expect(status.held.first?.rule == "a temporary file (*.part)")
  }

  @Test("Texts in hand are those of living processes, in every state")
  func inHand() throws {
    let own = try ClaimStage(in: stage)
    _ = try own.claim("a.txt")
    try own.keep(ClaimStage.refused("b.txt"), in: own.claim("b.txt"))
    #expect(try SpoolStatus(stage.group).inHand == 2)
    own.die()
    #expect(try SpoolStatus(stage.group).inHand == 0)
  }

  @Test("Looking changes nothing")
  func changesNothing() throws {
    let own = try ClaimStage(in: stage)
    _ = try own.claim("a.txt")
    try stage.drop("b.txt", "text")
    let before = Files.everything(below: stage.folder.path)
    _ = try SpoolStatus(stage.group)
    #expect(Files.everything(below: stage.folder.path) == before)
  }

  @Test("A pause is told with its reason, and one whose time is over is none")
  func pause() throws {
    _ = try GroupFolders(stage.group)
    let trouble = TranslationTrouble(.service(retryAfter: nil), "Busy.", hint: "Wait.")
    let later = Date(timeIntervalSinceNow: 60)
    try stage.write(
      ".paused.json", Array(PauseRecord(trouble: trouble, until: later).json.pretty.utf8))
    #expect(try SpoolStatus(stage.group).pause == PauseRecord(trouble: trouble, until: later))
    let over = PauseRecord(trouble: trouble, until: Date(timeIntervalSinceNow: -60))
    try stage.write(".paused.json", Array(over.json.pretty.utf8))
    #expect(try SpoolStatus(stage.group).pause == nil)
    // The clock was set back by a year since.
    let yearAhead = PauseRecord(trouble: trouble, until: Date(timeIntervalSinceNow: 365 * 86_400))
    try stage.write(".paused.json", Array(yearAhead.json.pretty.utf8))
    #expect(try SpoolStatus(stage.group).pause == nil)
    try stage.write(".paused.json", Array("{".utf8))
    #expect(try SpoolStatus(stage.group).pause == nil)
  }
}
