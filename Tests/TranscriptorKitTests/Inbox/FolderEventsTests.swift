import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("Kernel events")
struct FolderEventsTests {
  private var stage = SpoolStage()

  /// Lets a watch with a poll interval of an hour work while the body runs.
  private func watching(_ stage: SpoolStage, _ body: () async throws -> Void) async throws {
    let watcher = stage.transcriptor().watch()
    let work = Task { await watcher.work() }
    do { try await body() } catch {
      work.cancel()
      _ = await work.value
      throw error
    }
    work.cancel()
    _ = await work.value
  }

  private func isWatching(_ stage: SpoolStage) async -> Bool {
    await eventually { stage.files(".work").contains { $0.hasSuffix(".lock") } }
  }

  @Test(
    "However long the poll interval is, a text that arrives is done when it has settled",
    arguments: ["write", "rename", "link", "folder", "filled later"])
  func quick(way: String) async throws {
    var stage = stage
    stage.settings.pollInterval = .seconds(3600)
    stage.settings.settleTime = .milliseconds(200)
    _ = try GroupFolders(stage.group)
    let inbox = stage.group.path + "/inbox"
    let aside = stage.group.path + "/aside"
    try Files.write("kot", to: aside + "/a.txt")
    try stage.drop("first.txt", "pies")
    try await watching(stage) { [stage] in
      #expect(await eventually { stage.files("done") == ["first.txt"] })
      // The looks that the first text asked for are over.
      try await Task.sleep(for: .milliseconds(500))
      switch way {
      case "write": try stage.drop("a.txt", "kot")
      case "rename": #expect(rename(aside + "/a.txt", inbox + "/a.txt") == 0)
      case "link": #expect(link(aside + "/a.txt", inbox + "/a.txt") == 0)
      case "folder": #expect(rename(aside, inbox + "/folder") == 0)
      default:
        // An empty file is judged after half a minute.
        let file = open(inbox + "/a.txt", O_WRONLY | O_CREAT, 0o644)
        try await Task.sleep(for: .seconds(1))
        #expect(Glibc.write(file, "kot", 3) == 3)
        close(file)
      }
      #expect(await eventually { stage.files("outbox").count == 4 })
    }
  }

  @Test("A text in a folder that was made while the watch ran is noticed too")
  func newFolder() async throws {
    var stage = stage
    stage.settings.pollInterval = .seconds(3600)
    try await watching(stage) { [stage] in
      #expect(await isWatching(stage))
      mkdir(stage.group.path + "/inbox/ja", 0o755)
      try await Task.sleep(for: .milliseconds(500))
      try stage.drop("ja/a.txt", "kot")
      #expect(await eventually { stage.files("outbox") == ["ja/a.json", "ja/a.txt"] })
    }
  }

  @Test("A folder that the last look did not look into tells nothing more")
  func forgets() async throws {
    let folder = TemporaryFolder()
    let made = FolderEvents {}
    let events = try #require(made)
    for name in ["one", "two"] {
      mkdir(folder.path + "/" + name, 0o755)
      events.watch(try Directory(path: folder.path + "/" + name))
      events.endLook()
    }
    // That the first is watched no more is news of its own.
    #expect(await eventually { events.takeNews() })
    try Files.write("kot", to: folder.path + "/one/a.txt")
    try await Task.sleep(for: .milliseconds(100))
    #expect(!events.takeNews())
    try Files.write("kot", to: folder.path + "/two/a.txt")
    #expect(await eventually { events.takeNews() })
  }

  @Test("A text that is appended to again and again is taken once, when its writer has ended")
  func appends() async throws {
    var stage = stage
    stage.settings.pollInterval = .seconds(3600)
    stage.settings.settleTime = .milliseconds(400)
    try await watching(stage) { [stage] in
      #expect(await isWatching(stage))
      try stage.drop("log.txt", "")
      let file = open(stage.group.path + "/inbox/log.txt", O_WRONLY | O_APPEND | O_CLOEXEC)
      defer { close(file) }
      var lastWrite = ContinuousClock.now
      for _ in 1...100 {
        let thisWrite = ContinuousClock.now
        #expect(write(file, "x", 1) == 1)
        guard lastWrite.duration(to: .now) < stage.settings.settleTime else {
          try Test.cancel("This machine stood still for longer than a text takes to settle.")
        }
        lastWrite = thisWrite
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(await eventually { stage.files("outbox").count == 2 })
      #expect(stage.engine.texts == [String(repeating: "x", count: 100)])
    }
  }

  @Test("So many folders as are watched at most, the first before the others, and no more")
  func limit() throws {
    let folder = TemporaryFolder()
    let made = FolderEvents {}
    let events = try #require(made)
    for number in 0..<FolderEvents.mostFolders + 20 { mkdir(folder.path + "/\(number)", 0o755) }
    let root = try Directory(path: folder.path)
    for _ in 1...2 {
      events.watch(root)
      for name in try root.entries() { events.watch(try root.directory(name)) }
      events.endLook()
      #expect(events.count == FolderEvents.mostFolders)
    }
    events.watch(root)
    events.endLook()
    #expect(events.count == 1)
  }
}
