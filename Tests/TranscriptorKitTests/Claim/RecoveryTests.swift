import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("Taking up what dead processes left")
struct RecoveryTests {
  private let dead: ClaimStage
  private let recorded = Guarded<[String]>([])
  private var stage: SpoolStage { dead.stage }

  init() throws { dead = try ClaimStage() }

  /// Opens the group as the next process does.
  private func open(_ probe: DiskProbe? = nil) async throws {
    let spool = Spool(stage.group, hook: probe?.hook) { [recorded] results in
      recorded.withLock { $0 += results.map(\.claim) }
    }
    do {
      _ = try await spool.open(originals: .keep)
      await spool.close()
    } catch {
      await spool.close()
      throw error
    }
  }

  @Test("What a living process has in hand is left alone, however old its lock looks")
  func living() async throws {
    _ = try dead.claim("a.txt")
    var times = [timespec(tv_sec: 0, tv_nsec: 0), timespec(tv_sec: 0, tv_nsec: 0)]
    let lock = stage.group.path + "/.work/" + WorkArea.lockName(of: dead.area.name).text
    #expect(utimensat(AT_FDCWD, lock, &times, 0) == 0)
    try await open()
    #expect(stage.files("inbox") == [])
    #expect(Files.names(below: dead.run.path) == ["1.claimed/original/a.txt"])
  }

  @Test("A text without an outcome goes back to the inbox, and nothing else is left")
  func claimed() async throws {
    _ = try dead.claim("ja/a.txt")
    dead.die()
    try await open()
    #expect(stage.files("inbox") == ["ja/a.txt"])
    #expect(stage.files(".work") == [])
    #expect(try dead.folders.work.entries() == [])
  }

  @Test("An outcome that was written but not kept counts for nothing")
  func staged() async throws {
    let claim = try dead.claim("a.txt")
    _ = try dead.staging(claim).write(ClaimStage.translated(), destination: dead.folders.outbox)
    dead.die()
    try await open()
    #expect(stage.files("inbox") == ["a.txt"])
    #expect(stage.files("outbox") == [])
    #expect(recorded.withLock { $0 } == [])
  }

  @Test("A result that was kept is carried out and recorded once, under its claim")
  func answered() async throws {
    let claim = try dead.claim("ja/a.txt")
    try dead.keep(ClaimStage.translated(), in: claim)
    dead.die()
    try await open()
    #expect(stage.files("outbox") == ["ja/a.json", "ja/a.txt"])
    #expect(stage.files("done") == ["ja/a.txt"])
    #expect(try dead.folders.work.entries() == [])
    #expect(recorded.withLock { $0 } == [claim.token])
  }

  @Test("A result whose first file is out gets its second under the same number, whatever is free now")
  func half() async throws {
    try stage.write("outbox/a.txt", Array("foreign".utf8))
    let claim = try dead.claim("a.txt")
    try dead.keep(ClaimStage.translated(), in: claim)
    let staging = dead.staging(claim)
    var publication = PairPublication(
      first: (dead.run, staging.textName), waiting: dead.run,
      waitingName: { staging.lastName(in: .answered, number: $0) }, destination: dead.folders.outbox,
      names: ResultNames(original: FileName("a.txt")).result, number: 2, isResumed: false)
    try publication.publishFirst()
    dead.die()
    unlink(stage.group.path + "/outbox/a.txt")
    try await open()
    #expect(stage.files("outbox") == ["a-2.json", "a-2.txt"])
  }

  @Test("A failure that was kept is carried out, also where the original has moved already")
  func refused() async throws {
    for path in ["a.txt", "ja/b.txt"] { try dead.keep(ClaimStage.refused(path), in: dead.claim(path)) }
    let moved = dead.run.path + "/2.refused/original/ja/b.txt"
    mkdir(stage.group.path + "/failed/ja", 0o755)
    #expect(rename(moved, stage.group.path + "/failed/ja/b.txt") == 0)
    dead.die()
    try await open()
    #expect(
      stage.files("failed") == ["a.txt", "a.txt.error.json", "ja/b.txt", "ja/b.txt.error.json"])
    #expect(try stage.failure("ja/b.txt.error.json").clientIdentifier == "ja/b.txt")
    #expect(try dead.folders.work.entries() == [])
  }

  @Test("A pair that was begun stays in its folder, whatever name is free by now", arguments: [true, false])
  func keepsFolder(isResult: Bool) async throws {
    let top = isResult ? "outbox" : "failed"
    let probe = DiskProbe(refusing: { _, step in
      step.kind == .rename && (step.path.hasSuffix("/1.1.json") || step.path.hasSuffix("/1.1.error"))
        ? EIO : nil
    })
    let dying = try ClaimStage(probe, in: stage)
    try stage.write(top + "/ja", Array("an earlier text".utf8))
    let claim = try dying.claim("ja/a.txt")
    let outcome = isResult ? ClaimStage.translated() : ClaimStage.refused("ja/a.txt")
    _ = await dying.settlement().settle([dying.item(claim, outcome)])
    dying.die()
    unlink(stage.group.path + "/\(top)/ja")
    try await open()
    #expect(
      stage.files(top)
        == (isResult ? ["ja-2/a.json", "ja-2/a.txt"] : ["ja-2/a.txt", "ja-2/a.txt.error.json"]))
  }

  @Test("Where a text's folder is in the way since its answer was kept, the pair goes to another one")
  func folderTaken() async throws {
    let claim = try dead.claim("ja/a.txt")
    try dead.keep(ClaimStage.translated(), in: claim)
    dead.die()
    try stage.write("outbox/ja", Array("another text".utf8))
    try await open()
    #expect(stage.files("outbox") == ["ja", "ja-2/a.json", "ja-2/a.txt"])
    #expect(try dead.folders.work.entries() == [])
  }

  @Test("A file whose claim is done with is removed, and counts against no text")
  func strays() async throws {
    for name in ["at-work", "7.path", "8.text"] { try dead.run.write([], to: FileName(name)) }
    dead.die()
    try await open()
    #expect(try dead.folders.work.entries() == [])
  }

  @Test("What a dead process did last is on the disk before anything is built on it")
  func syncsFirst() async throws {
    try dead.keep(ClaimStage.translated(), in: dead.claim("a.txt"))
    dead.die()
    let probe = DiskProbe()
    let spool = Spool(stage.group, hook: probe.hook) { _ in }
    _ = try await spool.open(originals: .keep)
    await spool.close()
    let synced = try #require(
      probe.steps.firstIndex { $0.kind == .syncDirectory && $0.path == dead.run.path })
    let published = try #require(probe.steps.firstIndex { $0.kind == .rename })
    #expect(synced < published)
  }

  @Test("An empty shell is removed")
  func shells() async throws {
    for name in ["1.claimed/original", "2.answered/text", "3.refused"] {
      try FileManager.default.createDirectory(
        atPath: dead.run.path + "/" + name, withIntermediateDirectories: true)
    }
    dead.die()
    try await open()
    #expect(try dead.folders.work.entries() == [])
  }

  @Test("A lock without a folder is removed, unless it is held")
  func lockAlone() async throws {
    dead.die()
    let name = FileName("run-1-held.lock")
    let held = try FileLock.take(name, in: dead.folders.work)
    try dead.folders.work.write([], to: FileName("run-2-free.lock"))
    try await open()
    #expect(try dead.folders.work.entries() == [name])
    #expect(held != nil)
  }

  @Test("A text that can't go back keeps no other from it, and stays safe")
  func oneFault() async throws {
    for path in ["x/a.txt", "b.txt"] { _ = try dead.claim(path) }
    try dead.keep(ClaimStage.translated(), in: dead.claim("c.txt"))
    dead.die()
    try await open(DiskProbe { _, step in step.path.hasSuffix("x/a.txt") ? EACCES : nil })
    #expect(stage.files("inbox") == ["b.txt"])
    #expect(stage.files("outbox") == ["c.json", "c.txt"])
    #expect(Files.names(below: dead.run.path) == ["1.claimed/original/x/a.txt"])
    try await open()
    #expect(stage.files("inbox") == ["b.txt", "x/a.txt"])
    #expect(try dead.folders.work.entries() == [])
  }

  @Test("A text whose folder's name something else has by now goes back into a numbered one")
  func takenFolder() async throws {
    _ = try dead.claim("x/a.txt")
    rmdir(stage.group.path + "/inbox/x")
    try stage.drop("x", "now a file")
    dead.die()
    try await open()
    #expect(stage.files("inbox") == ["x", "x-2/a.txt"])
    #expect(try dead.folders.work.entries() == [])
  }

  @Test(
    "A result for an outbox of its own goes there, and is dropped where that is gone",
    arguments: [true, false])
  func ownOutbox(isThere: Bool) async throws {
    let outbox = stage.folder.path + "/elsewhere"
    if isThere { mkdir(outbox, 0o700) }
    let claim = try dead.claim("a.txt")
    unlink(dead.run.path + "/1.claimed/original/a.txt")
    rmdir(dead.run.path + "/1.claimed/original")
    let reading = Claim(
      token: claim.token, number: claim.number, path: claim.path, run: claim.run,
      folder: claim.folder,
      identity: claim.identity, holdsOriginal: false)
    try dead.run.write(Array(outbox.utf8), to: dead.staging(reading).outboxName)
    try dead.keep(ClaimStage.translated(), in: reading)
    _ = try dead.claim("b.txt")
    dead.die()
    try await open()
    #expect(Files.names(below: outbox) == (isThere ? ["a.json", "a.txt"] : []))
    #expect(stage.files("inbox") == ["b.txt"])
    #expect(try dead.folders.work.entries() == [])
  }

  @Test("A death counts against the text that was at hand, and against no other")
  func countsDeath() async throws {
    let claim = try dead.claim("a.txt")
    _ = try dead.claim("b.txt")
    _ = dead.area.marks.begin(claim.identity)
    dead.die()
    try await open()
    #expect(stage.files("inbox") == ["a.txt", "b.txt"])
    #expect(try Suspects(in: dead.folders.work).all() == [claim.identity: 1])
  }

  @Test("A full disk stops the taking up, and nothing is lost")
  func diskFull() async throws {
    for path in ["a.txt", "b.txt"] { try dead.keep(ClaimStage.translated(), in: dead.claim(path)) }
    dead.die()
    let probe = DiskProbe { _, step in step.kind == .rename ? ENOSPC : nil }
    let spool = Spool(stage.group, hook: probe.hook) { _ in }
    #expect(try await spool.open(originals: .keep).stopping?.code == ENOSPC)
    await spool.close()
    try await open()
    #expect(stage.files("done") == ["a.txt", "b.txt"])
  }
}
