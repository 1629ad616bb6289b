import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("Claiming a text")
struct ClaimerTests {
  private let own: ClaimStage
  private var stage: SpoolStage { own.stage }
  private var inbox: String { stage.group.path + "/inbox" }

  init() throws { own = try ClaimStage() }

  private func claim(_ entry: InboxEntry) throws -> Claim? {
    try Claimer(inbox: own.folders.inbox, area: own.area).claim(entry)
  }

  @Test("A text leaves the inbox in one step, and its place in the working area says where it came from")
  func claims() throws {
    try stage.drop("ja/a.txt", "text")
    let claim = try #require(try claim(own.entry("ja/a.txt")))
    #expect(stage.files("inbox") == [])
    #expect(Files.names(below: own.area.directory.path) == ["1.claimed/original/ja/a.txt"])
    #expect(claim.path.text == "ja/a.txt")
    #expect(claim.holdsOriginal)
    #expect(own.probe.steps.count { $0.kind == .replace } == 1)
    #expect(try claim.originalFolder().read(claim.path.name, limit: 10).bytes == Array("text".utf8))
  }

  @Test("Two claims have different tokens and folders")
  func tokens() throws {
    try stage.drop("a", "1")
    try stage.drop("b", "2")
    let first = try #require(try claim(own.entry("a")))
    let second = try #require(try claim(own.entry("b")))
    #expect(first.token != second.token)
    #expect(first.token.hasPrefix(own.area.name.text))
  }

  @Test("A text that was changed since the look stays in the inbox, as it is")
  func changed() throws {
    try stage.drop("a.txt", "text")
    let entry = try own.entry("a.txt")
    let file = open(inbox + "/a.txt", O_WRONLY | O_APPEND)
    #expect(Glibc.write(file, "more", 4) == 4)
    close(file)
    #expect(try claim(entry) == nil)
    #expect(try stage.content("inbox/a.txt") == "textmore")
    #expect(Files.names(below: own.area.directory.path) == [])
    #expect(try own.area.directory.entries() == [])
  }

  @Test("A text that was replaced by one of the same size and time stays in the inbox")
  func replaced() throws {
    try stage.drop("a.txt", "one")
    let entry = try own.entry("a.txt")
    try stage.drop("b.txt", "two")
    var times = [timespec(), timespec()]
    for index in 0...1 {
      times[index].tv_sec = Int(entry.status.modified / 1_000_000_000)
      times[index].tv_nsec = Int(entry.status.modified % 1_000_000_000)
    }
    utimensat(AT_FDCWD, inbox + "/b.txt", times, 0)
    Glibc.rename(inbox + "/b.txt", inbox + "/a.txt")
    #expect(try claim(entry) == nil)
    #expect(try stage.content("inbox/a.txt") == "two")
  }

  @Test("A text that is gone is no fault, nor is its folder, nor a file in the folder's place")
  func vanished() throws {
    try stage.drop("ja/a.txt", "text")
    let entry = try own.entry("ja/a.txt")
    unlink(inbox + "/ja/a.txt")
    #expect(try claim(entry) == nil)
    rmdir(inbox + "/ja")
    #expect(try claim(entry) == nil)
    try stage.drop("ja", "a file")
    #expect(try claim(entry) == nil)
    #expect(try own.area.directory.entries() == [])
  }

  @Test("A link that was swapped in is neither followed nor kept")
  func link() throws {
    try stage.write("secret", Array("secret".utf8))
    try stage.drop("a.txt", "text")
    let entry = try own.entry("a.txt")
    unlink(inbox + "/a.txt")
    symlink("../secret", inbox + "/a.txt")
    #expect(try claim(entry) == nil)
    #expect(try own.folders.inbox.status(of: FileName("a.txt"))?.kind == .link)
    #expect(try stage.content("secret") == "secret")
  }

  @Test("A link that was swapped in for a folder is not followed")
  func folderLink() throws {
    try stage.drop("ja/a.txt", "text")
    let entry = try own.entry("ja/a.txt")
    // The very file that was looked at, so that only the way to it differs.
    #expect(rename(inbox + "/ja", stage.group.path + "/elsewhere") == 0)
    symlink("../elsewhere", inbox + "/ja")
    #expect(try claim(entry) == nil)
    #expect(try stage.content("elsewhere/a.txt") == "text")
  }

  @Test("A text that can't be moved stays, and so does nothing of the claim")
  func refused() throws {
    let probe = DiskProbe { _, step in step.kind == .replace ? EACCES : nil }
    let own = try ClaimStage(probe)
    try own.stage.drop("a.txt", "text")
    let entry = try own.entry("a.txt")
    #expect(
      try errorNumber {
        _ = try Claimer(inbox: own.folders.inbox, area: own.area).claim(entry)
      } == EACCES)
    #expect(own.stage.files("inbox") == ["a.txt"])
    #expect(try own.area.directory.entries() == [])
  }
}
