import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("Texts that end the program")
struct SuspectsTests {
  private let stage = SpoolStage()

  /// Leaves what a process leaves that died while a text was in hand, and our own code at work on it or not.
  private func die(holding path: String, atWork: Bool) async throws {
    let folders = try GroupFolders(stage.group)
    let name = try #require(RelativePath(parsing: path))
    let status = try #require(try folders.inbox.directory(name.folders).status(of: name.name))
    let area = try WorkArea(in: folders.work)
    let claimer = Claimer(inbox: folders.inbox, area: area)
    let claim = try #require(try claimer.claim(InboxEntry(path: name, status: status)))
    if atWork { _ = area.marks.begin(claim.identity) }
  }

  /// Gives back what the dead process had, and does no more.
  private func takeUp() throws {
    let recovery = Recovery(folders: try GroupFolders(stage.group), own: FileName("run-other"))
    for name in try recovery.others() { _ = try recovery.takeUp(name) }
  }

  @Test("After two deaths a text is put aside, and the others are translated")
  func twoDeaths() async throws {
    try stage.drop("killer.txt", "boom")
    try stage.drop("kot.txt", "kot")
    for _ in 0..<2 {
      try await die(holding: "killer.txt", atWork: true)
      try await stage.waitForLocks()
      try takeUp()
      #expect(stage.files("inbox").contains("killer.txt"))
    }
    let summary = try await stage.run()
    #expect(summary.failed == 1 && summary.translated == 1)
    #expect(try stage.failure("killer.txt.error.json").code == .killsWorker)
    #expect(stage.engine.texts == ["kot"])

    // Tried again on request, it is a text like any other.
    #expect(try Retry(stage.group).retryAll() == 1)
    #expect(try await stage.run().translated == 1)
  }

  @Test("Twenty deaths while an answer was awaited put nothing aside")
  func awaited() async throws {
    try stage.drop("kot.txt", "kot")
    for _ in 0..<20 {
      try await die(holding: "kot.txt", atWork: false)
      try await stage.waitForLocks()
      try takeUp()
    }
    let summary = try await stage.run()
    #expect(summary.translated == 1 && summary.failed == 0)
  }

  @Test("A suspect is tried alone, and is none any more once it is translated")
  func alone() async throws {
    try stage.drop("suspect.txt", "kot")
    try await die(holding: "suspect.txt", atWork: true)
    try await stage.waitForLocks()
    for number in 0..<6 { try stage.drop("\(number).txt", "pies \(number)") }
    stage.engine.always(.late(.milliseconds(20)))
    stage.engine.prepare("kot", .hold)
    let work = Task { [stage] in try await stage.run() }
    #expect(await eventually { stage.engine.texts.contains("kot") })
    try await Task.sleep(for: .milliseconds(100))
    #expect(stage.engine.running == 1)
    stage.engine.release()
    #expect(try await work.value.translated == 7)
    #expect(try GroupFolders(stage.group).work.entries() == [])
  }

  @Test("The marks name the texts that our own work is on as long as it lasts, and no longer")
  func marks() throws {
    let folders = try GroupFolders(stage.group)
    let marks = WorkMarks(in: folders.work)
    let (x, y) = (WorkMark(marks: marks, identity: "x"), WorkMark(marks: marks, identity: "y"))
    func texts() -> [String] { (try? WorkMarks.identities(in: folders.work).sorted()) ?? [] }
    for _ in 1...2 {
      WorkMark.$current.withValue(x) {
        WorkMark.around {
          #expect(texts() == ["x"])
          WorkMark.$current.withValue(y) { WorkMark.around { #expect(texts() == ["x", "y"]) } }
          #expect(texts() == ["x"])
        }
      }
      #expect(texts() == [])
    }
    marks.remove()
    #expect(stage.files(".work") == [])
  }

  @Test("Where a name can't be taken out of the marks, none stands that a later death would count against")
  func marksOnABadDisk() throws {
    let probe = DiskProbe { number, step in number > 4 && step.kind == .write ? EIO : nil }
    let marks = WorkMarks(in: try Directory(path: try GroupFolders(stage.group).work.path, hook: probe.hook))
    let line = try #require(marks.begin("x"))
    _ = try #require(marks.begin("y"))
    marks.end(line)
    #expect(stage.files(".work") == [])
  }
}
