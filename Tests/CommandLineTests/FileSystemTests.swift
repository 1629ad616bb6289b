import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

@Suite("File systems whose renames can't refuse to replace")
struct FileSystemTests {
  private let stage: Stage

  init() throws { stage = try Stage() }

  @Test(
    "Hard links serve instead: texts that are there already are numbered, and kills lose and double nothing",
    .enabled(if: UserSpaceMount.isAvailable))
  func links() async throws {
    let disk = try await UserSpaceMount(
      of: stage.folder.path + "/below", at: stage.group.path, in: stage.folder)
    let texts = ["kot.txt": "kot", "ja/pies.md": "pies", "lis.txt": "lis"]
    try stage.drop(texts)
    try stage.drop([0], as: "inbox/bad.bin")
    try stage.drop("earlier".utf8, as: "done/kot.txt")
    for pause in [50, 150, 250] {
      let watch = try stage.start("watch")
      try await Task.sleep(for: .milliseconds(pause))
      watch.signal(SIGKILL)
      _ = try await watch.finish()
    }
    let outcome = try await stage.hurry("run")
    #expect([.exit(0), .exit(1)].contains(outcome.status), "\(outcome.error)")
    #expect(stage.files(in: "inbox") == [])
    #expect(stage.files(in: "done") == ["ja/pies.md", "kot-2.txt", "kot.txt", "lis.txt"])
    #expect(try stage.bytes("done/kot.txt") == Array("earlier".utf8))
    #expect(
      stage.files(in: "outbox")
        == ["ja/pies.md.json", "ja/pies.md.txt", "kot.json", "kot.txt", "lis.json", "lis.txt"])
    #expect(stage.files(in: "failed") == ["bad.bin", "bad.bin.error.json"])
    #expect(stage.work == [])
    withExtendedLifetime(disk) {}
  }

  @Test(
    "Without hard links either, a group or its outbox is refused with the reason, and nothing moves or is sent",
    .enabled(if: LinklessDisk.isAvailable), arguments: ["", "/outbox"])
  func noLinks(folder: String) async throws {
    let disk = try await LinklessDisk(at: stage.group.path + folder, in: stage.folder)
    if folder.isEmpty {
      try Files.write("kot", to: stage.group.path + "/inbox/kot.txt")
    } else {
      try stage.drop(["kot.txt": "kot"])
    }
    let outcome = try await stage.hurry("run")
    #expect(outcome.status == .exit(78), "\(outcome.error)")
    #expect(outcome.error.contains("without the risk of replacing"), "\(outcome.error)")
    #expect(stage.gemini.requestCount == 0)
    #expect(stage.files(in: "inbox") == ["kot.txt"])
    #expect(stage.files(in: "outbox") == [])
    withExtendedLifetime(disk) {}
  }

  @Test(
    "A disk without a free inode is waited for, and work goes on by itself",
    .enabled(if: SmallDisk.isAvailable))
  func noInodes() async throws {
    let disk = try SmallDisk(
      at: stage.group.path, in: stage.folder, options: "size=8m,nr_inodes=64,mode=0700")
    let texts = ["kot.txt": "kot", "pies.txt": "pies"]
    try stage.drop(texts)
    // Every inode that is left is taken.
    var taken: [String] = []
    while mkdir(stage.group.path + "/taken-\(taken.count)", 0o700) == 0 {
      taken.append("/taken-\(taken.count)")
    }
    let watch = try stage.start("watch")
    #expect(await eventually { watch.writtenSoFar.error.contains("No space left") })
    #expect(stage.files(in: "inbox") == texts.keys.sorted())
    #expect(stage.gemini.requestCount == 0)
    for folder in taken { rmdir(stage.group.path + folder) }
    #expect(await eventually { stage.files(in: "done").count == 2 })
    watch.signal(SIGTERM)
    let outcome = try await watch.finish()
    #expect(outcome.status == .exit(0))
    #expect(outcome.error.split(separator: "\n").count { $0.contains("No space left") } == 1)
    #expect(try stage.faults(after: texts) == [])
    withExtendedLifetime(disk) {}
  }

  @Test(
    "A disk that becomes read-only during a watch is told once, and work goes on when it is writable again",
    .enabled(if: SmallDisk.isAvailable), arguments: ["outbox", "done"])
  func readOnly(folder: String) async throws {
    let texts = ["kot.txt": "kot", "pies.txt": "pies"]
    let disk = try await SmallDisk(type: "ext4", at: stage.group.path + "/" + folder, in: stage.folder)
    chmod(disk.path, 0o700)
    let watch = try stage.start("watch")
    #expect(await eventually { !stage.work.isEmpty })
    try disk.setWritable(false)
    try stage.drop(texts)
    #expect(await eventually { watch.writtenSoFar.error.contains("Read-only file system") })
    try await Task.sleep(for: .milliseconds(500))
    #expect(watch.writtenSoFar.error.split(separator: "\n").count == 1, "\(watch.writtenSoFar.error)")
    try disk.setWritable(true)
    #expect(await eventually { stage.files(in: "done").count { $0.hasSuffix(".txt") } == 2 })
    watch.signal(SIGTERM)
    #expect(try await watch.finish().status == .exit(0))
    #expect(stage.notAskedOnce(texts) == [])
    withExtendedLifetime(disk) {}
  }

  @Test(
    "A folder that the user may not write to any more is told once, and work goes on when it may be",
    .enabled(if: geteuid() == 0), arguments: ["outbox", "done", "failed", "inbox"])
  func forbidden(folder: String) async throws {
    let user: UInt32 = 65_534
    chmod(stage.folder.path, 0o755)
    for name in ["inbox", "outbox", "done", "failed"] {
      mkdir(stage.group.path, 0o700)
      mkdir(stage.group.path + "/" + name, 0o755)
      chown(stage.group.path + "/" + name, user, user)
    }
    chown(stage.group.path, user, user)
    let place = stage.group.path + "/" + folder
    chmod(place, 0o555)
    try stage.drop(["kot.txt": "kot"])
    chown(stage.group.path + "/inbox/kot.txt", user, user)
    let watch = try ChildProcess.start(
      BuiltProgram.transcriptor.path, ["watch"], environment: stage.hurried, user: user)
    #expect(await eventually { watch.writtenSoFar.error.contains("Permission denied") })
    #expect(
      watch.writtenSoFar.error.contains("/" + folder) || folder == "inbox", "\(watch.writtenSoFar.error)")
    #expect(stage.gemini.requestCount == 0)
    #expect(stage.files(in: "inbox") == ["kot.txt"])
    chmod(place, 0o755)
    // A text that could not be taken is tried again after a quarter of a minute.
    #expect(await eventually(within: .seconds(60)) { stage.files(in: "done") == ["kot.txt"] })
    watch.signal(SIGTERM)
    let outcome = try await watch.finish()
    #expect(
      outcome.error.split(separator: "\n").count { $0.contains("Permission denied") } == 1, "\(outcome.error)"
    )
    #expect(stage.notAskedOnce(["kot.txt": "kot"]) == [])
  }
}
