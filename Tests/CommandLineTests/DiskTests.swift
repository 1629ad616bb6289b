import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

@Suite("Disks that are full or can't be written", .enabled(if: SmallDisk.isAvailable))
struct DiskTests {
  private let stage: Stage

  init() throws { stage = try Stage() }

  /// Texts in an inbox whose outbox, done and failed are on the same file system or not.
  private func drop(_ count: Int) throws -> [String: String] {
    let texts = Stage.texts(count)
    try stage.drop(texts)
    return texts
  }

  @Test("A run over a folder whose outbox has no space holds up nobody, and each text gets one result later")
  func fullOutboxOfARun() async throws {
    let folder = stage.folder.path + "/texts"
    for (path, text) in Stage.texts(3) { try Files.write(text, to: folder + "/" + path) }
    let outbox = stage.folder.path + "/stick"
    let disk = try SmallDisk(at: outbox, in: stage.folder)
    try disk.fill()
    #expect(try await stage.hurry("run", folder, "--outbox", outbox).status == .exit(73))
    try stage.drop(["kot.txt": "kot"])
    #expect(try await stage.hurry("run").status == .exit(0))
    #expect(stage.files(in: "done") == ["kot.txt"])
    disk.makeSpace()
    #expect(try await stage.hurry("run", folder, "--outbox", outbox).status == .exit(0))
    let results = Stage.texts(3).keys.flatMap { path in
      let stem = path.split(separator: ".").dropLast().joined(separator: ".")
      return [stem + ".json", stem + ".txt"]
    }
    #expect(Files.names(below: outbox) == results.sorted())
    #expect(stage.work == [])
  }

  @Test("An outbox without space ends a run with status 73, and no answer is lost or paid for twice")
  func fullOutbox() async throws {
    let texts = try drop(40)
    let disk = try SmallDisk(at: stage.group.path + "/outbox", in: stage.folder)
    try disk.fill()
    let outcome = try await stage.hurry("run", "--json")
    #expect(outcome.status == .exit(73))
    #expect(outcome.error.contains("No space left"))
    #expect(try decode([String: Int].self, outcome.output)["translated"] == 0)
    #expect(stage.files(in: "outbox") == ["filler"])
    #expect(stage.files(in: "failed") == [])
    let asked = stage.gemini.requestCount
    #expect(asked > 0 && stage.files(in: "inbox").count == 40 - asked)
    let status = try await stage.status()
    #expect(status.waiting == 40 && status.inHand == 0 && status.paused != nil)

    // As long as the disk is full, nobody is asked for more.
    #expect(try await stage.hurry("run").status == .exit(73))
    #expect(stage.gemini.requestCount == asked)

    disk.makeSpace()
    let last = try await stage.hurry("run", "--json")
    #expect(last.status == .exit(0))
    #expect(try decode([String: Int].self, last.output) == ["translated": 40, "failed": 0, "waiting": 0])
    #expect(stage.notAskedOnce(texts) == [])
    let faults = try stage.faults(after: texts)
    #expect(faults == [])
  }

  @Test("A watch says once that the outbox is full, and goes on by itself when there is space")
  func watch() async throws {
    let disk = try SmallDisk(at: stage.group.path + "/outbox", in: stage.folder)
    try disk.fill()
    let watch = try stage.start("watch")
    let texts = try drop(30)
    #expect(await eventually { watch.writtenSoFar.error.contains("No space left") })
    try await Task.sleep(for: .seconds(3))
    #expect(watch.writtenSoFar.error.split(separator: "\n").count == 1)
    #expect(stage.files(in: "done") == [])
    #expect(stage.gemini.requestCount <= 16)

    disk.makeSpace()
    #expect(await eventually { stage.files(in: "done").count == 30 })
    watch.signal(SIGTERM)
    #expect(try await watch.finish().status == .exit(0))
    #expect(stage.notAskedOnce(texts) == [])
    let faults = try stage.faults(after: texts)
    #expect(faults == [])
  }

  @Test("A group without space ends a run with status 73, and the next run finishes")
  func fullGroup() async throws {
    let disk = try SmallDisk(at: stage.group.path, in: stage.folder)
    let texts = try drop(12)
    try disk.fill()
    let outcome = try await stage.hurry("run")
    #expect(outcome.status == .exit(73))
    disk.makeSpace()
    #expect(try await stage.hurry("run").status == .exit(0))
    let faults = try stage.faults(after: texts)
    #expect(faults == [])
  }

  @Test("An outbox that is read-only ends a run before anybody is asked")
  func readOnly() async throws {
    let texts = try drop(3)
    let disk = try SmallDisk(at: stage.group.path + "/outbox", in: stage.folder)
    try disk.setWritable(false)
    let outcome = try await stage.hurry("run")
    #expect(outcome.status == .exit(73))
    #expect(outcome.error.contains("/outbox"))
    #expect(stage.gemini.requestCount == 0)
    #expect(stage.files(in: "inbox") == texts.keys.sorted())
    try disk.setWritable(true)
    #expect(try await stage.hurry("run").status == .exit(0))
    let faults = try stage.faults(after: texts)
    #expect(faults == [])
  }

  @Test("An inbox that texts can't be taken out of ends a run with status 73, and they stay in it")
  func inbox() async throws {
    let disk = try SmallDisk(at: stage.group.path + "/inbox", in: stage.folder)
    let texts = try drop(3)
    let outcome = try await stage.hurry("run", "--json")
    #expect(outcome.status == .exit(73))
    #expect(outcome.error.split(separator: "\n").count == 2)
    #expect(outcome.error.contains("2 more files can't be taken."))
    #expect(try decode([String: Int].self, outcome.output) == ["translated": 0, "failed": 0, "waiting": 3])
    #expect(stage.gemini.requestCount == 0)
    #expect(stage.files(in: "inbox") == texts.keys.sorted())
    #expect(stage.work == [])
    let held = try await stage.status().held
    #expect(held.map(\.name) == texts.keys.sorted())
    #expect(held.allSatisfy { $0.rule.contains("another file system") })
    withExtendedLifetime(disk) {}
  }

  @Test("Every folder that results go to may be a file system of its own, also where work on them is killed")
  func manyDisks() async throws {
    var random = SeededGenerator()
    let seed = Comment(rawValue: "TRANSCRIPTOR_TEST_SEED=\(random.seed)")
    let disks = try ["outbox", "done", "failed"].map {
      try SmallDisk(at: stage.group.path + "/" + $0, in: stage.folder)
    }
    let texts = try drop(20)
    try stage.drop([0], as: "inbox/bad.bin")
    stage.gemini.delay(.zero ... .milliseconds(100))
    for _ in 1...6 {
      let watch = try stage.start("watch", "--max-concurrent", "2")
      try await Task.sleep(for: random.milliseconds(50...400))
      watch.signal(SIGKILL)
      _ = try await watch.finish()
    }
    let outcome = try await stage.hurry("run")
    #expect([.exit(0), .exit(1)].contains(outcome.status), seed)
    #expect(stage.files(in: "failed") == ["bad.bin", "bad.bin.error.json"], seed)
    // A kill in the midst of a copy to another file system leaves that copy, under a hidden name that nobody takes.
    for folder in ["outbox", "done"] {
      for name in stage.files(in: folder) where name.hasPrefix(".transcriptor-") {
        unlink(stage.group.path + "/\(folder)/\(name)")
      }
    }
    let faults = try stage.faults(after: texts).filter { !$0.contains("failed/bad.bin") }
    #expect(faults == [], seed)
    withExtendedLifetime(disks) {}
  }
}
