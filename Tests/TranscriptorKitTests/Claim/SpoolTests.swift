import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("A process's work on the group's files")
struct SpoolTests {
  private let stage = SpoolStage()
  private let recorded = Guarded<[String]>([])
  private let decoder = TextDecoder(maxInputBytes: 1000)

  private func spool(_ probe: DiskProbe? = nil) -> Spool {
    Spool(stage.group, hook: probe?.hook) { [recorded] results in
      recorded.withLock { $0 += results.map(\.claim) }
    }
  }

  private func claim(_ path: String, _ text: String, in spool: Spool) async throws -> ClaimedText {
    try stage.drop(path, text)
    let scan = try await spool.scan()
    let entry = try #require(scan.entries.first { $0.path.text == path })
    return try await spool.claimAlone(entry, decoder)
  }

  @Test("A text is claimed, read and decoded, and one that is none comes with its trouble")
  func claims() async throws {
    let spool = spool()
    let text = try await claim("a.txt", " kot\n", in: spool)
    #expect(try text.content.get().text == "kot")
    let bad = try await claim("b.txt", "\0", in: spool)
    #expect(throws: TranslationTrouble.self) { try bad.content.get() }
    #expect(stage.files("inbox") == [])
    await spool.close()
  }

  @Test("A text is carried out with those that are ready at the same time")
  func settles() async throws {
    let probe = DiskProbe()
    let spool = spool(probe)
    var texts: [ClaimedText] = []
    for number in 1...8 { texts.append(try await claim("\(number).txt", "kot", in: spool)) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for text in texts { group.addTask { try await spool.settle(text.claim, ClaimStage.translated()) } }
      try await group.waitForAll()
    }
    #expect(stage.files("outbox").count == 16)
    #expect(Set(recorded.withLock { $0 }) == Set(texts.map(\.claim.token)))
    #expect(recorded.withLock { $0 }.count == 8)
    // One after the other they would take sixteen.
    #expect(probe.count(.syncDirectory, "/outbox") < 16)
    await spool.close()
    #expect(stage.files(".work") == [])
  }

  @Test("An outcome that the disk does not take can be settled again, and is then the one that was kept")
  func settleAgain() async throws {
    let isBroken = Guarded(true)
    let probe = DiskProbe { _, step in
      step.kind == .rename && step.path.hasSuffix("/1.text") && isBroken.withLock { $0 } ? ENOSPC : nil
    }
    let spool = spool(probe)
    let text = try await claim("a.txt", "kot", in: spool)
    let code = try await errorNumber { try await spool.settle(text.claim, ClaimStage.translated("kot")) }
    #expect(code == ENOSPC)
    #expect(stage.files("outbox") == [])
    isBroken.withLock { $0 = false }
    try await spool.settle(text.claim, ClaimStage.translated("pies"))
    #expect(try stage.result("a.json").sourceText == "kot")
    #expect(stage.files("done") == ["a.txt"])
    await spool.close()
  }

  @Test(
    "An outcome that is kept is not dropped; the next process carries it out", arguments: ["text", "1.json"])
  func giveBackKept(failing file: String) async throws {
    let probe = DiskProbe { _, step in step.kind == .rename && step.path.hasSuffix("/1.\(file)") ? EIO : nil }
    var spool: Spool? = spool(probe)
    let text = try await claim("a.txt", "kot", in: try #require(spool))
    _ = try await errorNumber { try await spool?.settle(text.claim, ClaimStage.translated("kot")) }
    #expect(stage.files("outbox") == (file == "text" ? [] : ["a.txt"]))
    try await spool?.giveBack(text.claim)
    await spool?.close()
    #expect(stage.files("inbox") == [])
    #expect(try SpoolStatus(stage.group).inHand == 0)
    spool = nil
    try await stage.waitForLocks()
    #expect(try SpoolStatus(stage.group).waiting == 1)
    let next = self.spool()
    #expect(try await next.open(originals: .keep).translated == 1)
    await next.close()
    #expect(stage.files("outbox") == ["a.json", "a.txt"])
    #expect(stage.files("done") == ["a.txt"])
    #expect(stage.files(".work") == [])
  }

  @Test("A failure whose original is out already is not dropped either")
  func giveBackFailureHalfOut() async throws {
    let probe = DiskProbe { _, step in
      step.kind == .rename && step.path.hasSuffix("/1.1.error") ? EIO : nil
    }
    let spool = spool(probe)
    let text = try await claim("a.txt", "kot", in: spool)
    _ = try await errorNumber { try await spool.settle(text.claim, ClaimStage.refused("a.txt")) }
    try await spool.giveBack(text.claim)
    #expect(stage.files("inbox") == [])
    #expect(stage.files("failed") == ["a.txt"])
  }

  @Test("A group that is gone is not made anew, and work goes on when it is back")
  func groupGone() async throws {
    let spool = spool()
    _ = try await spool.open(originals: .keep)
    #expect(rename(stage.group.path, stage.folder.path + "/unmounted") == 0)
    for _ in 1...2 {
      #expect(try await errorNumber { _ = try await spool.open(originals: .keep) } == ENOENT)
    }
    #expect(access(stage.group.path, F_OK) != 0)
    #expect(rename(stage.folder.path + "/unmounted", stage.group.path) == 0)
    _ = try await spool.open(originals: .keep)
    await spool.close()
  }

  @Test("A working area that somebody removed is made anew")
  func workRemoved() async throws {
    let spool = spool()
    _ = try await spool.open(originals: .keep)
    try FileManager.default.removeItem(atPath: stage.group.path + "/.work")
    _ = try await spool.open(originals: .keep)
    let text = try await claim("a.txt", "kot", in: spool)
    try await spool.settle(text.claim, ClaimStage.translated("kot"))
    #expect(stage.files("outbox") == ["a.json", "a.txt"])
    await spool.close()
  }

  @Test("A pause is kept for status, private, and removed")
  func pause() async throws {
    let trouble = TranslationTrouble(.setup, "The key is wrong.", hint: "Set it.")
    _ = try GroupFolders(stage.group)
    let spool = spool()
    await spool.keepPause(PauseRecord(trouble: trouble, until: nil))
    #expect(try SpoolStatus(stage.group).pause == PauseRecord(trouble: trouble, until: nil))
    #expect(Files.everything(below: stage.group.path)[".paused.json"]?.mode == 0o600)
    await spool.keepPause(nil)
    #expect(try SpoolStatus(stage.group).pause == nil)
    #expect(stage.files("") == [])
  }

  @Test("A text that ended the program twice is put aside unread, and one that did so once is read")
  func killsWorker() async throws {
    let spool = spool()
    for (deaths, path) in [(1, "a.txt"), (2, "b.txt")] {
      try stage.drop(path, "kot")
      let entry = try #require(try await spool.scan().entries.first { $0.path.text == path })
      for number in 1...deaths {
        try Suspects(in: GroupFolders(stage.group).work).addDeath(
          of: FileName("run-\(number)-x"), to: entry.status.identity)
      }
      let text = try await spool.claimAlone(entry, decoder)
      switch text.content {
      case .success: #expect(deaths == 1)
      case .failure(let trouble): #expect(trouble.kind == .item(.killsWorker) && deaths == 2)
      }
      try await spool.giveBack(text.claim)
    }
    await spool.close()
  }

  @Test("The mark that our own code is at work stands exactly while it is")
  func marks() async throws {
    let probe = DiskProbe()
    let spool = spool(probe)
    let text = try await claim("a.txt", "kot", in: spool)
    let marks = probe.steps.filter { $0.path.hasSuffix("/at-work") }.map(\.kind)
    // Its head, and the name in and out again.
    #expect(marks == [.create, .write, .write, .write])
    try await spool.giveBack(text.claim)
    await spool.close()
  }
}

extension Spool {
  /// Takes one text, which is as it was looked at.
  fileprivate func claimAlone(_ entry: InboxEntry, _ decoder: TextDecoder) async throws -> ClaimedText {
    let taken = await claim([entry], decoder: decoder)
    guard case .claimed(let text) = try #require(taken.first).get() else {
      throw SystemError("claim", entry.path.text, code: ENOENT)
    }
    return text
  }
}
