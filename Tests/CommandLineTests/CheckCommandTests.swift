import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

@Suite("transcriptor check")
struct CheckCommandTests {
  private let stage: Stage

  init() throws { stage = try Stage(inMemory: true) }

  private struct Answer: Decodable, Equatable {
    let name: String
    let taken: Bool
    let rule: String?
  }

  private func check(_ names: String...) async throws -> [String: String] {
    let outcome = try await BuiltProgram.transcriptor.run(["check"] + names, environment: stage.environment)
    let lines = outcome.output.split(separator: "\n").map { $0.split(separator: ":", maxSplits: 1) }
    return Dictionary(lines.map { (String($0[0]), String($0[1].dropFirst())) }) { $1 }
  }

  @Test("A name that need not exist is told with the rule that holds it back, and none is made")
  func names() async throws {
    let told = try await check(
      "hello.txt", "ja/hello", "a.part", ".git/a.txt", "ja/.b", "d" + String(repeating: "/d", count: 17))
    #expect(told["hello.txt"] == "would be taken")
    #expect(told["ja/hello"] == "would be taken")
    #expect(told["a.part"] == "is left alone: a temporary file (*.part)")
    #expect(told[".git/a.txt"] == "is left alone: a hidden folder (.*)")
    #expect(told["ja/.b"] == "is left alone: a hidden file (.*)")
    #expect(told["d" + String(repeating: "/d", count: 17)] == "is left alone: deeper than 16 sub-folders")
    #expect(access(stage.group.path, F_OK) != 0)
  }

  @Test("The exit status says whether all would be taken, and JSON tells each")
  func statuses() async throws {
    let good = try await stage.hurry("check", "a", "b")
    #expect(good.status == .exit(0))
    let mixed = try await stage.hurry("check", "--json", "a", "b~", "\u{1B}[2J\n~")
    #expect(mixed.status == .exit(1))
    let answers = try decode([Answer].self, mixed.output)
    #expect(
      answers == [
        Answer(name: "a", taken: true, rule: nil),
        Answer(name: "b~", taken: false, rule: "a backup copy (*~)"),
        Answer(name: "\u{1B}[2J\n~", taken: false, rule: "a backup copy (*~)"),
      ])
    let shown = try await stage.hurry("check", "\u{1B}[2J\n~").output
    #expect(shown == "\\u{1B}[2J\\n~: is left alone: a backup copy (*~)\n")
    #expect(try await stage.hurry("check").status == .exit(64))
    for name in ["../a", "a/..", "/etc/passwd", ""] {
      #expect(try await stage.hurry("check", name).status == .exit(64), "\(name)")
    }
  }

  @Test("What a user adds to the list is held by check, status and run alike, until it is taken out")
  func heldNames() async throws {
    let set = try await stage.hurry("settings", "set", "heldNames", "*.mine", "_UNPACK_*")
    #expect(set.status == .exit(0))
    #expect(
      String(decoding: try stage.bytes("settings.json"), as: UTF8.self).contains(
        #""heldNames": ["*.mine","_UNPACK_*"]"#))
    try stage.drop(["a.mine": "one", "_UNPACK_b/c.txt": "two", "d.txt": "three"])
    #expect(try await stage.hurry("run").status == .exit(0))
    #expect(stage.files(in: "inbox") == ["_UNPACK_b/c.txt", "a.mine"])
    #expect(stage.gemini.requestCount == 1)
    let rule = "a name that the setting heldNames holds back (*.mine)"
    #expect(try await check("a.mine") == ["a.mine": "is left alone: " + rule])
    let held = try await stage.status().held
    #expect(held.map(\.name) == ["_UNPACK_b", "a.mine"])
    #expect(held.last?.rule == rule)
    #expect(try await stage.hurry("check", "a.mine", "--held-names", "*.other").status == .exit(0))
    #expect(try await stage.hurry("settings", "unset", "heldNames").status == .exit(0))
    #expect(try await stage.hurry("run").status == .exit(0))
    #expect(stage.files(in: "inbox") == [])
  }

  @Test("Where the file exists, what is wrong with it is told")
  func files() async throws {
    try stage.drop(["plain.txt": "one", "young.txt": "two"])
    let inbox = stage.group.path + "/inbox"
    #expect(symlink("plain.txt", inbox + "/link.txt") == 0)
    #expect(symlink("/etc", inbox + "/etc") == 0)
    #expect(mkfifo(inbox + "/pipe", 0o600) == 0)
    #expect(mkdir(inbox + "/folder", 0o700) == 0)
    let told = try await check(
      "link.txt", "etc/passwd", "pipe", "folder", "plain.txt/x", "missing.txt", inbox + "/link.txt")
    #expect(told["link.txt"] == "is left alone: a symbolic link")
    #expect(told["etc/passwd"] == "is left alone: in a symbolic link, etc")
    #expect(told["pipe"] == "is left alone: a named pipe")
    #expect(told["folder"] == "is left alone: a folder; what lies in it is judged by itself")
    #expect(told["plain.txt/x"] == "is left alone: in a regular file, plain.txt")
    #expect(told["missing.txt"] == "would be taken")
    let young = try await stage.hurry("check", "young.txt", "--settle-time", "3600")
    #expect(young.output == "young.txt: would be taken once it has stayed the same for 3600 s\n")
    #expect(young.status == .exit(0))
    #expect(
      try await stage.hurry("check", "plain.txt", "--settle-time", "0").output
        == "plain.txt: would be taken\n")
  }

  @Test(
    "A file on another file system than the group's is left alone, there or not",
    .enabled(if: SmallDisk.isAvailable, "no file system can be mounted here"))
  func otherFileSystem() async throws {
    try stage.drop(["plain.txt": "one"])
    #expect(try await stage.hurry("run").status == .exit(0))
    let disk = try SmallDisk(at: stage.group.path + "/inbox/ja", in: stage.folder)
    try stage.drop(["ja/a.txt": "two"])
    let told = try await check("ja/a.txt", "ja/missing.txt")
    #expect(told.values.allSatisfy { $0.hasPrefix("is left alone: on another file system than the group") })
    #expect(told.count == 2)
    withExtendedLifetime(disk) {}
  }

  @Test(
    "Status says of an inbox in which other machines may have a hand how its texts are found",
    .enabled(if: UserSpaceMount.isAvailable, "no file system in user space can be mounted here"))
  func sharedInbox() async throws {
    try stage.drop(["plain.txt": "one"])
    #expect(try await !stage.hurry("status").output.contains("network file system"))
    let group = stage.folder.path + "/shared"
    let disk = try await UserSpaceMount(of: stage.folder.path + "/real", at: group, in: stage.folder)
    mkdir(group + "/inbox", 0o700)
    let told = try await stage.hurry(
      "status", "--group", group, "--poll-interval", "30")
    #expect(told.output.contains("inbox    on a shared or network file system"))
    #expect(told.output.contains("every 30 s"))
    withExtendedLifetime(disk) {}
  }

  @Test("A file that can't be read would be put aside", .enabled(if: geteuid() == 0))
  func unreadable() async throws {
    try stage.drop(["a.txt": "one"])
    chmod(stage.group.path + "/inbox/a.txt", 0)
    chmod(stage.folder.path, 0o755)
    for path in ["", "/inbox"] { chown(stage.group.path + path, 4242, 4242) }
    let outcome = try await BuiltProgram.transcriptor.run(
      ["check", "a.txt", "--settle-time", "0"], environment: stage.environment, user: 4242)
    #expect(
      outcome.output == "a.txt: would be taken and put aside in failed: you have no right to read it\n")
  }
}
