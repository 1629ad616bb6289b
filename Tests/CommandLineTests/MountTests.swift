import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

@Suite("Inboxes and outboxes that are mounted", .enabled(if: BindMount.isAvailable))
struct MountTests {
  private let stage: Stage

  init() throws { stage = try Stage(inMemory: true) }

  private var inbox: String { stage.group.path + "/inbox" }

  @Test("The group's own inbox is refused as the folder of a run, also by another path and in part")
  func ownInbox() async throws {
    try stage.drop(["ja/a.txt": "one"])
    let elsewhere = stage.folder.path + "/elsewhere"
    let mount = try BindMount(inbox, at: elsewhere, in: stage.folder)
    for folder in [inbox, inbox + "/ja", elsewhere, elsewhere + "/ja"] {
      let outcome = try await stage.hurry("run", folder, "--outbox", stage.folder.path + "/out")
      #expect(outcome.status == .exit(64), "\(folder)")
      #expect(outcome.error.contains("transcriptor run\n"))
    }
    withExtendedLifetime(mount) {}
    #expect(stage.gemini.requestCount == 0)
    #expect(stage.files(in: "inbox") == ["ja/a.txt"])
  }

  @Test("An outbox that is the folder of texts, or lies in it, is refused by whatever mount it is reached")
  func overlapping() async throws {
    let texts = stage.folder.path + "/texts"
    try Files.write("dom", to: texts + "/a/dom.txt")
    let twin = stage.folder.path + "/twin"
    let mount = try BindMount(texts, at: twin, in: stage.folder)
    for outbox in [twin, twin + "/a", twin + "/new"] {
      let outcome = try await stage.hurry("run", texts, "--outbox", outbox)
      #expect(outcome.status == .exit(64), "\(outbox)")
      #expect(outcome.error.contains("--outbox"))
    }
    withExtendedLifetime(mount) {}
    #expect(stage.gemini.requestCount == 0)
    #expect(Stage.files(below: texts) == ["a/dom.txt"])
  }

  @Test("An outbox that is mounted over the inbox, or into it, never feeds the program with its own results")
  func loop() async throws {
    try stage.drop(["a.txt": "one"])
    #expect(try await stage.hurry("run").status == .exit(0))
    try stage.drop(["b.txt": "two"])
    var mount = try BindMount(stage.group.path + "/outbox", at: inbox + "/out", in: stage.folder)
    #expect(try await stage.hurry("run").status == .exit(0))
    #expect(try await stage.hurry("run").status == .exit(0))
    #expect(stage.gemini.requestCount == 2)
    #expect(stage.files(in: "outbox").count == 4)
    mount = try BindMount(inbox, at: stage.group.path + "/outbox", in: stage.folder)
    let outcome = try await stage.hurry("run")
    #expect(outcome.status == .exit(78))
    #expect(outcome.error.contains("are the same folder"))
    withExtendedLifetime(mount) {}
  }

  @Test("A watch goes on with an inbox that is deleted, made anew, mounted over and unmounted again")
  func comesAndGoes() async throws {
    try stage.drop(["a.txt": "one"])
    let watch = try stage.start("watch")
    #expect(await eventually { stage.files(in: "outbox").count == 2 })
    try FileManager.default.removeItem(atPath: inbox)
    #expect(await eventually { access(inbox, F_OK) == 0 })
    try stage.drop(["b.txt": "two"])
    #expect(await eventually { stage.files(in: "outbox").count == 4 })
    var mount: BindMount? = try BindMount(stage.folder.path, at: stage.group.path, in: stage.folder)
    try await Task.sleep(for: .milliseconds(300))
    _ = mount
    mount = nil
    try stage.drop(["c.txt": "three"])
    #expect(await eventually { stage.files(in: "outbox").count == 6 })
    watch.signal(SIGTERM)
    #expect(try await watch.finish().status == .exit(0))
    #expect(stage.gemini.requestCount == 3)
  }

  @Test(
    "The empty folder that a group is mounted on is waited for; once it is mounted, finished texts stay finished"
  )
  func notMountedYet() async throws {
    try stage.drop(["a.txt": "one"])
    #expect(try await stage.hurry("run").status == .exit(0))
    let disk = stage.folder.path + "/disk"
    #expect(rename(stage.group.path, disk) == 0)
    #expect(mkdir(stage.group.path, 0o700) == 0)
    let watch = try stage.start("watch")
    #expect(await eventually { watch.writtenSoFar.error.contains("is gone") })
    #expect(Stage.files(below: stage.group.path) == [])
    let mount = try BindMount(disk, at: stage.group.path, in: stage.folder)
    try stage.drop(["b.txt": "two"])
    #expect(await eventually { stage.files(in: "outbox").count == 4 })
    watch.signal(SIGTERM)
    #expect(try await watch.finish().status == .exit(0))
    #expect(stage.gemini.requestCount == 2)
    withExtendedLifetime(mount) {}
  }

  @Test(
    "Texts that arrive on the far side of a file system without events are found by polling",
    .enabled(if: UserSpaceMount.isAvailable))
  func silent() async throws {
    let beneath = stage.folder.path + "/beneath"
    try Files.write("far", to: beneath + "/inbox/.here")
    chmod(beneath, 0o700)
    let mount = try await UserSpaceMount(of: beneath, at: stage.group.path, in: stage.folder)
    let watch = try stage.start("watch")
    #expect(await eventually { !stage.work.isEmpty })
    try Files.write("one", to: beneath + "/inbox/a.txt")
    try Files.write("two", to: beneath + "/inbox/ja/b.txt")
    #expect(await eventually { Stage.files(below: beneath + "/outbox").count == 4 })
    watch.signal(SIGTERM)
    #expect(try await watch.finish().status == .exit(0))
    #expect(stage.files(in: "done") == ["a.txt", "ja/b.txt"])
    withExtendedLifetime(mount) {}
  }
}
