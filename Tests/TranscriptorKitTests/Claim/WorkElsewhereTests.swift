import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("Work of processes that locks do not reach")
struct WorkElsewhereTests {
  private let stage = SpoolStage()
  private let folders: GroupFolders

  init() throws { folders = try GroupFolders(stage.group) }

  /// Claims a text as a process on another machine does, and lets that process end or not.
  private func claimElsewhere(_ path: String) throws -> WorkArea {
    let machine = MountIdentity(machine: 1, boot: 1, processes: 1, device: 1)
    let area = try WorkArea(in: folders.work, reach: .mount(machine))
    try stage.drop(path, "text")
    let entry = try #require(try InboxScan(of: folders.inbox).entries.first)
    _ = try #require(try Claimer(inbox: folders.inbox, area: area).claim(entry))
    return area
  }

  @Test("It is left alone though its lock is free, and status names it with the remedy")
  func left() async throws {
    let name = try claimElsewhere("ja/a.txt").name
    #expect(try !FileLock.isHeld(WorkArea.lockName(of: name), in: folders.work))
    #expect(try await stage.run() == RunSummary())
    #expect(stage.files(".work").contains("\(name.text)/1.claimed/original/ja/a.txt"))
    let held = try SpoolStatus(stage.group).held
    #expect(held.map(\.name) == ["ja/a.txt"])
    #expect(held.first?.rule.contains("retry --take-over") == true)
  }

  @Test("Once the user says that nobody works there any more, the next pass takes it up")
  func takenOver() async throws {
    _ = try claimElsewhere("a.txt")
    let own = try ClaimStage(in: stage)
    _ = try own.claim("own.txt")
    #expect(try Retry(stage.group).takeOver() == 1)
    #expect(try Retry(stage.group).takeOver() == 0)
    #expect(try SpoolStatus(stage.group).held == [])
    #expect(await stage.transcriptor().pass().work().translated == 1)
    #expect(stage.files("outbox") == ["a.json", "a.txt"])
    // What a living process of this machine has in hand stays with it.
    #expect(Files.names(below: own.run.path) == ["1.claimed/original/own.txt"])
  }
}
