import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("Carrying outcomes out")
struct SettlementTests {
  private func settle(
    _ own: ClaimStage, _ outcomes: [(path: String, outcome: TextOutcome)],
    originals: OriginalsPolicy = .keep
  ) async throws -> [Settlement.Item] {
    let items = try outcomes.map { try own.item(own.claim($0.path), $0.outcome) }
    return await own.settlement(originals).settle(items)
  }

  @Test("A result is out in both forms, its original is done, and nothing of the claim is left")
  func result() async throws {
    let own = try ClaimStage()
    let items = try await settle(own, [("ja/a.md", ClaimStage.translated())])
    #expect(items.map(\.error) == [nil])
    #expect(own.stage.files("outbox") == ["ja/a.md.json", "ja/a.md.txt"])
    #expect(own.stage.files("done") == ["ja/a.md"])
    #expect(try own.run.entries() == [])
    #expect(
      try own.stage.content("outbox/ja/a.md.txt")
        == ResultFormatter.text(for: own.stage.result("ja/a.md.json")))
    #expect(own.recorded.withLock { $0 } == items.map(\.claim.token))
  }

  @Test("A failure is out with its original, and is not recorded")
  func failure() async throws {
    let own = try ClaimStage()
    _ = try await settle(own, [("ja/a.md", ClaimStage.refused("ja/a.md"))])
    #expect(own.stage.files("failed") == ["ja/a.md", "ja/a.md.error.json"])
    #expect(try own.stage.content("failed/ja/a.md") == "text")
    #expect(own.stage.files("done") == [])
    #expect(try own.run.entries() == [])
    #expect(own.recorded.withLock { $0 } == [])
  }

  @Test("Originals whose results are out are deleted where that is wanted, those that failed never")
  func delete() async throws {
    let own = try ClaimStage()
    _ = try await settle(
      own, [("a", ClaimStage.translated()), ("b", ClaimStage.refused("b"))], originals: .delete)
    #expect(own.stage.files("done") == [])
    #expect(own.stage.files("outbox") == ["a.json", "a.txt"])
    #expect(own.stage.files("failed") == ["b", "b.error.json"])
  }

  @Test("Originals and failures are numbered where their names are taken")
  func numbers() async throws {
    let own = try ClaimStage()
    try own.stage.write("done/a.txt", Array("old".utf8))
    try own.stage.write("failed/b.txt.error.json", Array("old".utf8))
    _ = try await settle(
      own, [("a.txt", ClaimStage.translated()), ("b.txt", ClaimStage.refused("b.txt"))])
    #expect(own.stage.files("done") == ["a-2.txt", "a.txt"])
    #expect(
      own.stage.files("failed") == ["b-2.txt", "b-2.txt.error.json", "b.txt.error.json"])
  }

  @Test("A fault of one text leaves it where it is, and the others go on", arguments: 1...4)
  func oneFault(phase: Int) async throws {
    let isBroken = Guarded(true)
    let probe = DiskProbe { _, step in
      guard isBroken.withLock({ $0 }) else { return nil }
      return switch phase {
      case 1: step.kind == .write && step.path.hasSuffix("/2.1.json") ? ENOSPC : nil
      case 2: step.kind == .replace && step.path.hasSuffix("2.claimed") ? EIO : nil
      case 3: step.kind == .rename && step.path.hasSuffix("/2.1.json") ? EACCES : nil
      default: step.kind == .rename && step.path.hasSuffix("original/b.txt") ? EACCES : nil
      }
    }
    let own = try ClaimStage(probe)
    let claims = try ["a.txt", "b.txt", "c.txt"].map { try own.claim($0) }
    let items = await own.settlement().settle(claims.map { own.item($0, ClaimStage.translated()) })
    #expect(items.map { $0.error == nil } == [true, false, true])
    #expect(own.stage.files("done") == ["a.txt", "c.txt"])
    #expect(Set(own.stage.files("outbox")).isSuperset(of: ["a.json", "a.txt", "c.json", "c.txt"]))
    // The text is safe meanwhile, and can be settled once the disk takes it.
    isBroken.withLock { $0 = false }
    let isKept = items[1].state == .answered
    if !isKept { try own.staging(claims[1]).discard() }
    let settled = await own.settlement().settle([
      own.item(claims[1], isKept ? nil : ClaimStage.translated(), items[1].state)
    ])
    #expect(settled[0].error == nil)
    #expect(own.stage.files("done") == ["a.txt", "b.txt", "c.txt"])
    #expect(
      own.stage.files("outbox") == ["a.json", "a.txt", "b.json", "b.txt", "c.json", "c.txt"])
    #expect(try own.run.entries() == [])
  }

  @Test(
    "However many texts are ready together, each folder is synced once for all of them in each phase",
    arguments: [3, 12])
  func syncs(count: Int) async throws {
    let own = try ClaimStage()
    let items = try (1...count).map { try own.item(own.claim("\($0).txt"), ClaimStage.translated()) }
    let before = own.probe.steps.count
    _ = await own.settlement().settle(items)
    let steps = own.probe.steps[before...]
    let syncs = steps.filter { $0.kind == .syncDirectory }.map(\.path)
    let group = own.stage.group.path
    // Once after the text files and once after the JSON files; once after writing and once after keeping.
    #expect(syncs.count { $0 == group + "/outbox" } == 2)
    #expect(syncs.count { $0 == group + "/done" } == 1)
    #expect(syncs.count { $0 == own.run.path } == 2)
    // Before anything is seen, that the originals have left the inbox.
    #expect(syncs.count { $0 == group + "/inbox" } == 1)
    #expect(syncs.count == 6)
    // Few texts are synced file by file, many with one sync of all.
    #expect(steps.count { $0.kind == .sync } == (count == 3 ? 6 : 0))
    #expect(steps.count { $0.kind == .syncFileSystem } == (count == 3 ? 0 : 1))
  }

  @Test("Everything is on the disk before anything of it is seen")
  func order() async throws {
    let own = try ClaimStage()
    let item = try own.item(own.claim("ja/a.txt"), ClaimStage.translated())
    let before = own.probe.steps.count
    _ = await own.settlement().settle([item])
    let steps = Array(own.probe.steps[before...])
    func index(_ kind: DiskStep.Kind, _ ending: String) throws -> Int {
      try #require(steps.firstIndex { $0.kind == kind && $0.path.hasSuffix(ending) }, "\(kind) \(ending)")
    }
    let kept = try index(.replace, "/1.claimed")
    for file in ["/1.1.json", "/1.text"] { #expect(try index(.sync, file) < kept) }
    let text = try index(.rename, "/1.text")
    let json = try index(.rename, "/1.1.json")
    let original = try index(.rename, "/original/ja/a.txt")
    #expect(kept < text)
    #expect(text < json)
    #expect(json < original)
    let published = steps.indices.filter {
      steps[$0].kind == .syncDirectory && steps[$0].path.hasSuffix("group/outbox/ja")
    }
    #expect(published.contains { (text..<json).contains($0) })
    #expect(published.contains { (json..<original).contains($0) })
    // A sub-folder that was made is itself on the disk before what lies in it counts.
    let made = try index(.makeDirectory, "group/outbox/ja")
    let named = steps.indices.filter {
      steps[$0].kind == .syncDirectory && steps[$0].path.hasSuffix("group/outbox")
    }
    #expect(named.contains { $0 > made && $0 < original })
  }

  @Test("Results follow the umask, and what lies in the working area is private")
  func umask() async {
    await #expect(processExitsWith: .success) {
      Glibc.umask(0o027)
      let own = try ClaimStage()
      let item = try own.item(own.claim("ja/a.txt"), ClaimStage.translated())
      let failure = try own.item(own.claim("b.txt"), ClaimStage.refused("b.txt"))
      for (path, status) in Files.everything(below: own.run.path) where status.kind == .directory {
        guard status.mode == 0o700 else { fatalError(path) }
      }
      _ = await own.settlement().settle([item, failure])
      let all = Files.everything(below: own.stage.group.path)
      for path in ["outbox/ja/a.json", "outbox/ja/a.txt", "failed/b.txt.error.json"] {
        guard all[path]?.mode == 0o640 else { fatalError(path) }
      }
      guard all["outbox/ja"]?.mode == 0o750 else { fatalError("outbox/ja") }
    }
  }
}
