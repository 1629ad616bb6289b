import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("Very many texts at once")
struct ManyTextsTests {
  private let stage = SpoolStage(inMemory: true)

  /// Drops so many texts by renames, in no order.
  private func drop(_ count: Int) throws {
    _ = try GroupFolders(stage.group)
    let aside = stage.group.path + "/aside"
    mkdir(aside, 0o700)
    for number in (0..<count).shuffled() {
      let name = "/\(number).txt"
      let file = open(aside + name, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      _ = write(file, "kot", 3)
      close(file)
      try #require(rename(aside + name, stage.group.path + "/inbox" + name) == 0)
    }
  }

  @Test(
    "Of 20,000 texts the first are done soon, a new one gets its turn, and the end leaves the others where they lie"
  )
  func burst() async throws {
    let stage = stage
    try drop(20_000)
    let watcher = stage.transcriptor().watch()
    let work = Task { await watcher.work() }
    #expect(await eventually { stage.engine.texts.count > 50 })
    try stage.drop("new.txt", "new")
    #expect(await eventually(within: .seconds(60)) { stage.engine.texts.contains("new") })
    #expect(stage.engine.texts.count < 20_000)
    work.cancel()
    _ = await work.value
    let done = try Directory(path: stage.group.path + "/done").entries().count
    let left = try Directory(path: stage.group.path + "/inbox").entries().count
    #expect(done + left == 20_001)
    #expect(left > 0)
    #expect(stage.files(".work") == [])
  }

  @Test("A look over 20,000 names keeps no more of them than it may, and counts all")
  func look() throws {
    try drop(20_000)
    let inbox = try Directory(path: stage.group.path + "/inbox")
    let scan = try InboxScan(of: inbox, ScanTerms(limit: 1000))
    #expect(scan.count == 20_000)
    #expect(scan.entries.count == 1000)
  }
}
