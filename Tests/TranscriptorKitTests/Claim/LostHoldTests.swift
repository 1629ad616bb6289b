import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("Texts that change, or whose group does, while they are in hand")
struct LostHoldTests {
  private let stage = SpoolStage()

  @Test("A writer that goes on after its text was taken has all of it translated, and nothing filed unread")
  func changed() async throws {
    try stage.drop("kot.txt", "kot")
    stage.engine.prepare("kot", .hold)
    let work = Task { [stage] in await stage.transcriptor().watch().work() }
    #expect(await eventually { stage.engine.running == 1 })
    let run = try #require(stage.files(".work").first { $0.hasSuffix("original/kot.txt") })
    let handle = open(stage.group.path + "/.work/" + run, O_WRONLY | O_APPEND)
    #expect(write(handle, " i pies", 7) == 7)
    close(handle)
    stage.engine.release()
    #expect(await eventually { stage.files("outbox").count == 2 })
    work.cancel()
    _ = await work.value
    #expect(try stage.result("kot.json").sourceText == "kot i pies")
    #expect(try stage.content("done/kot.txt") == "kot i pies")
    #expect(stage.files("outbox") == ["kot.json", "kot.txt"])
  }

  @Test(
    "Whatever takes the place of a text's folder while it is in hand, its result comes, and so does that of others",
    arguments: ["file", "link", "closed"])
  func folderReplaced(by what: String) async throws {
    try stage.drop("ja/kot.txt", "kot")
    stage.engine.prepare("kot", .hold)
    let work = Task { [stage] in await stage.transcriptor().watch().work() }
    #expect(await eventually { stage.engine.running == 1 })
    let folder = stage.group.path + "/inbox/ja"
    if what == "closed" {
      chmod(folder, 0)
    } else {
      rmdir(folder)
      if what == "file" { try stage.drop("ja", "lis") } else { symlink("/nowhere", folder) }
    }
    stage.engine.release()
    #expect(await eventually { stage.files("done").contains("ja/kot.txt") })
    try stage.drop("pies.txt", "pies")
    #expect(await eventually { stage.files("done").contains("pies.txt") })
    work.cancel()
    _ = await work.value
    #expect(stage.engine.texts.count { $0 == "kot" } == 1)
    #expect(stage.events.notices == [])
  }

  @Test("A group that is replaced under a watch keeps its texts, and the new one is worked on")
  func replaced() async throws {
    try stage.drop("kot.txt", "kot")
    stage.engine.prepare("kot", .hold)
    let work = Task { [stage] in await stage.transcriptor().watch().work() }
    #expect(await eventually { stage.engine.running == 1 })
    let old = stage.folder.path + "/old"
    #expect(rename(stage.group.path, old) == 0)
    try stage.drop("pies.txt", "pies")
    #expect(await eventually { stage.files("outbox") == ["pies.json", "pies.txt"] })
    stage.engine.release()
    #expect(await eventually { stage.events.notices.contains { $0.hasPrefix("kot.txt is safe") } })
    work.cancel()
    _ = await work.value
    #expect(stage.files("outbox") == ["pies.json", "pies.txt"])
    #expect(stage.files("done") == ["pies.txt"])
    #expect(Files.names(below: old + "/outbox") == [])
    #expect(Files.names(below: old + "/.work").contains { $0.hasSuffix("original/kot.txt") })
  }

  @Test("The empty folder that a group's disk is mounted on is not taken for the group")
  func unmounted() async throws {
    try stage.drop("kot.txt", "kot")
    let work = Task { [stage] in await stage.transcriptor().watch().work() }
    #expect(await eventually { stage.files("outbox").count == 2 })
    #expect(rename(stage.group.path, stage.folder.path + "/disk") == 0)
    #expect(mkdir(stage.group.path, 0o700) == 0)
    #expect(await eventually { stage.events.pauses.contains { $0.message.contains("is gone") } })
    #expect(stage.files("") == [])
    work.cancel()
    _ = await work.value
  }

  @Test(
    "A file whose time of change no 64 bits of nanoseconds can hold is translated",
    arguments: [10_413_792_000, -11_000_000_000])
  func oddTime(seconds: Int) async throws {
    try stage.drop("kot.txt", "kot")
    var times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
    #expect(utimensat(AT_FDCWD, stage.group.path + "/inbox/kot.txt", &times, 0) == 0)
    #expect(try await stage.run().translated == 1)
  }
}
