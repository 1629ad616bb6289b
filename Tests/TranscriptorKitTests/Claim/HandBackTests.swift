import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("Giving a text back")
struct HandBackTests {
  private let own: ClaimStage
  private var stage: SpoolStage { own.stage }

  init() throws { own = try ClaimStage() }

  private func claim(_ path: String, _ text: String) throws -> Claim {
    try stage.drop(path, text)
    return try #require(try Claimer(inbox: own.folders.inbox, area: own.area).claim(own.entry(path)))
  }

  private func giveBack(_ claim: Claim) throws {
    try HandBack(inbox: own.folders.inbox).giveBack(claim, in: own.area.directory)
  }

  @Test("A text lies again where it lay, and nothing of the claim is left")
  func back() throws {
    try giveBack(claim("ja/a.txt", "text"))
    #expect(stage.files("inbox") == ["ja/a.txt"])
    #expect(try stage.content("inbox/ja/a.txt") == "text")
    #expect(try own.area.directory.entries() == [])
  }

  @Test("Where its name is taken meanwhile it is numbered, and nothing is replaced")
  func taken() throws {
    let claim = try claim("a.txt", "first")
    try stage.drop("a.txt", "second")
    try stage.drop("a-2.txt", "third")
    try giveBack(claim)
    #expect(stage.files("inbox") == ["a-2.txt", "a-3.txt", "a.txt"])
    #expect(try stage.content("inbox/a-3.txt") == "first")
    #expect(try stage.content("inbox/a.txt") == "second")
  }

  @Test("Folders that were removed meanwhile are made again")
  func removedFolder() throws {
    let claim = try claim("x/y/a.txt", "text")
    rmdir(stage.group.path + "/inbox/x/y")
    rmdir(stage.group.path + "/inbox/x")
    try giveBack(claim)
    #expect(stage.files("inbox") == ["x/y/a.txt"])
  }

  @Test("A link in the folder's place is not followed, and the text goes back into a numbered one")
  func link() throws {
    let claim = try claim("x/a.txt", "text")
    rmdir(stage.group.path + "/inbox/x")
    symlink(stage.folder.path, stage.group.path + "/inbox/x")
    try giveBack(claim)
    #expect(stage.files("inbox").contains("x-2/a.txt"))
    #expect(access(stage.folder.path + "/a.txt", F_OK) != 0)
  }

  @Test("What was written of an outcome that is not kept is dropped")
  func outcome() throws {
    let claim = try claim("a.txt", "text")
    _ = try own.staging(claim).write(.translated(Samples.result()), destination: own.folders.outbox)
    #expect(Files.names(below: own.area.directory.path).count == 3)
    try giveBack(claim)
    #expect(stage.files("inbox") == ["a.txt"])
    #expect(try own.area.directory.entries() == [])
  }

  @Test("A text that is only read stays where it is")
  func reading() async throws {
    let spool = Spool(stage.group) { _ in }
    try stage.drop("a.txt", "text")
    let claim = try await spool.claimReading(own.entry("a.txt"), outboxPath: stage.folder.path)
    try await spool.giveBack(claim)
    await spool.close()
    #expect(stage.files("inbox") == ["a.txt"])
    #expect(stage.files(".work").filter { !$0.hasPrefix(own.area.name.text) } == [])
  }
}
