import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

@Suite("Rights", .enabled(if: geteuid() == 0))
struct PermissionTests {
  private static let owner: UInt32 = 65_534
  private static let stranger: UInt32 = 65_533

  private let stage: Stage

  init() throws {
    stage = try Stage()
    chmod(stage.folder.path, 0o755)
  }

  /// Makes the group's folders with texts and gives all of it to a user.
  private func give(_ texts: [String: String], to user: UInt32 = owner) throws {
    for folder in ["inbox", "outbox", "done", "failed"] {
      try FileManager.default.createDirectory(
        atPath: stage.group.path + "/" + folder, withIntermediateDirectories: true)
    }
    try stage.drop(texts)
    chown(stage.group.path, user, user)
    for name in try FileManager.default.subpathsOfDirectory(atPath: stage.group.path) {
      lchown(stage.group.path + "/" + name, user, user)
    }
  }

  /// Runs `transcriptor` as the group's owner.
  private func run(_ arguments: String..., user: UInt32 = owner) async throws -> ChildProcess.Outcome {
    try await BuiltProgram.transcriptor.run(arguments, environment: stage.hurried, user: user)
  }

  private func mode(_ path: String) -> UInt32 {
    var status = stat()
    return stat(stage.group.path + "/" + path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  @Test(
    "A folder of results that can't be written ends a run with status 73 before anything is sent",
    arguments: ["outbox", "done", "failed", "."])
  func unwritable(folder: String) async throws {
    try give(["dom.txt": "dom"])
    chmod(stage.group.path + "/" + folder, 0o555)
    let outcome = try await run("run")
    #expect(outcome.status == .exit(73))
    #expect(outcome.error.contains(folder == "." ? stage.group.path : "/" + folder))
    #expect(stage.gemini.requestCount == 0)
    #expect(stage.files(in: "inbox") == ["dom.txt"])
    chmod(stage.group.path + "/" + folder, 0o755)
    #expect(try await run("run").status == .exit(0))
    #expect(stage.files(in: "done") == ["dom.txt"])
  }

  @Test("A text that can't be read is put aside as it is, and the others go on")
  func unreadable() async throws {
    try give(["dom.txt": "dom", "secret.txt": "secret"])
    let secret = stage.group.path + "/inbox/secret.txt"
    chown(secret, 0, 0)
    chmod(secret, 0o600)
    let outcome = try await run("run")
    #expect(outcome.status == .exit(1))
    #expect(stage.gemini.exchanges.map(\.text) == ["dom"])
    #expect(stage.files(in: "failed") == ["secret.txt", "secret.txt.error.json"])
    #expect(try stage.failure("secret.txt.error.json").code == "unreadable")
    #expect(try stage.bytes("failed/secret.txt") == Array("secret".utf8))
  }

  @Test("A folder in the inbox that can't be entered or written is told once, and the others go on")
  func closedFolder() async throws {
    try give(["dom.txt": "dom", "closed/a.txt": "closed", "fixed/b.txt": "fixed"])
    chown(stage.group.path + "/inbox/closed", 0, 0)
    chmod(stage.group.path + "/inbox/closed", 0o700)
    chown(stage.group.path + "/inbox/fixed", 0, 0)
    let outcome = try await run("run")
    #expect(outcome.status == .exit(73))
    #expect(stage.files(in: "done") == ["dom.txt"])
    #expect(stage.files(in: "inbox") == ["closed/a.txt", "fixed/b.txt"])
    #expect(outcome.error.split(separator: "\n").count { $0.contains("closed") } == 1)
    #expect(outcome.error.split(separator: "\n").count { $0.contains("fixed/b.txt") } == 1)
    #expect(stage.work == [])
  }

  @Test(
    "A text in a folder that is only read fails once while its rights are closed, and is tried when they change"
  )
  func unreadableInFolder() async throws {
    try give([:])
    let folder = stage.folder.path + "/texts"
    try Files.write("secret", to: folder + "/secret.txt")
    chmod(folder, 0o755)
    chmod(folder + "/secret.txt", 0)
    #expect(try await run("run", folder).status == .exit(1))
    #expect(try stage.failure("secret.txt.error.json").code == "unreadable")
    let again = try await run("run", folder)
    #expect(again.error == "")
    #expect(stage.gemini.requestCount == 0)
    chmod(folder + "/secret.txt", 0o644)
    #expect(try await run("run", folder).status == .exit(0))
    #expect(stage.files(in: "outbox") == ["secret.json", "secret.txt"])
    #expect(stage.files(in: "failed") == [])
  }

  @Test(
    "An inbox that nothing can be taken out of is told, and its texts stay",
    arguments: [0o555, 0o1777] as [UInt32])
  func closedInbox(mode: UInt32) async throws {
    try give(["mine.txt": "mine", "theirs.txt": "theirs"])
    let inbox = stage.group.path + "/inbox"
    // In a sticky folder of somebody else only one's own files can be moved (inode(7)).
    if mode == 0o1777 {
      chown(inbox, 0, 0)
      chown(inbox + "/theirs.txt", Self.stranger, Self.stranger)
      chmod(inbox + "/theirs.txt", 0o644)
    }
    chmod(inbox, mode)
    let outcome = try await run("run", "--json")
    #expect(outcome.status == .exit(73))
    let isSticky = mode == 0o1777
    #expect(outcome.error.contains("theirs.txt can't be taken") || !isSticky)
    #expect(outcome.error.contains("1 more file can't be taken.") != isSticky)
    #expect(stage.files(in: "inbox") == (isSticky ? ["theirs.txt"] : ["mine.txt", "theirs.txt"]))
    #expect(stage.files(in: "done") == (isSticky ? ["mine.txt"] : []))
    #expect(outcome.output.contains("\"waiting\": \(isSticky ? 1 : 2)"))
    #expect(stage.work == [])
    chmod(inbox, 0o777)
    #expect(try await run("run").status == .exit(0))
    #expect(stage.files(in: "done") == ["mine.txt", "theirs.txt"])
  }

  @Test("In a group of another user not even root works, and nothing of root's is left there")
  func rootInAnothersGroup() async throws {
    try give(["dom.txt": "dom"])
    try Files.write([], to: stage.group.historyPath)
    let before = Files.everything(below: stage.group.path).keys.sorted()
    for words in [["run"], ["history"], ["history", "clear"], ["status", "--json"]] {
      let outcome = try await BuiltProgram.transcriptor.run(words, environment: stage.hurried)
      #expect(outcome.status == .exit(78), "\(words)")
      #expect((outcome.output + outcome.error).contains("belongs to another user"), "\(words)")
    }
    #expect(Files.everything(below: stage.group.path).keys.sorted() == before)
    #expect(stage.gemini.requestCount == 0)
  }

  @Test(
    "Results take the group of an outbox with the set-group-ID bit, in its folders too",
    arguments: [false, true])
  func sharedGroup(isOtherDisk: Bool) async throws {
    let members: UInt32 = 65_532
    try stage.drop(["dom.txt": "dom", "ja/kot.txt": "kot"])
    let outbox = stage.group.path + "/outbox"
    mkdir(outbox, 0o700)
    let disk = isOtherDisk ? try SmallDisk(at: outbox, in: stage.folder) : nil
    chown(outbox, 0, members)
    chmod(outbox, 0o2750)
    #expect(try await stage.hurry("run").status == .exit(0))
    for name in ["dom.txt", "dom.json", "ja/kot.txt", "ja/kot.json"] {
      var status = stat()
      #expect(stat(outbox + "/" + name, &status) == 0)
      #expect(status.st_gid == members, "\(name)")
      #expect(status.st_mode & 0o777 == 0o644, "\(name)")
    }
    var status = stat()
    #expect(stat(stage.group.historyPath, &status) == 0 && status.st_gid != members)
    withExtendedLifetime(disk) {}
  }

  @Test(
    "Results take the access list that the outbox gives to new files",
    .enabled(if: access("/usr/bin/setfacl", X_OK) == 0, "there is no setfacl"))
  func accessList() async throws {
    try stage.drop(["dom.txt": "dom"])
    let outbox = stage.group.path + "/outbox"
    mkdir(outbox, 0o700)
    let set = try await ChildProcess.run(
      "setfacl", ["-m", "d:u::rwx,d:g::---,d:o::---,d:u:\(Self.stranger):rx,d:m::rx", outbox])
    try #require(set.status == .exit(0), "\(set.error)")
    #expect(try await stage.hurry("run").status == .exit(0))
    for name in ["dom.txt", "dom.json"] {
      let list = try await ChildProcess.run("getfacl", ["-nEcp", outbox + "/" + name]).output
      #expect(
        list == "user::rw-\nuser:\(Self.stranger):r-x\ngroup::---\nmask::r--\nother::---\n\n", "\(name)")
    }
    #expect(mode("history.sqlite") == 0o600)
  }

  @Test(
    "A group of another user is set-up trouble, whatever its rights", arguments: [0o700, 0o755] as [UInt32])
  func foreign(mode: UInt32) async throws {
    try give(["dom.txt": "dom"])
    chmod(stage.group.path, mode)
    for command in ["run", "status"] {
      let outcome = try await run(command, user: Self.stranger)
      #expect(outcome.status == .exit(78), "\(command)")
      #expect(outcome.error.contains(stage.group.path), "\(command)")
    }
    #expect(stage.gemini.requestCount == 0)
    #expect(stage.files(in: "inbox") == ["dom.txt"])
  }

  @Test("An inbox that others may drop into works, while all else is the owner's")
  func sharedInbox() async throws {
    try give([:])
    chmod(stage.group.path, 0o711)
    chmod(stage.group.path + "/inbox", 0o1777)
    let dropped = try await ChildProcess.run(
      "/bin/sh",
      [
        "-c", "printf dom >\"$0/dom.txt\" && mkdir \"$0/ja\" && printf kot >\"$0/ja/kot.txt\"",
        stage.group.path + "/inbox",
      ],
      environment: stage.environment, user: Self.stranger)
    #expect(dropped.status == .exit(0))
    let outcome = try await run("run")
    #expect(stage.files(in: "done") == ["dom.txt"])
    #expect(outcome.error.contains("ja/kot.txt"))
    // The stranger's own folder can only be emptied where the stranger lets others do so.
    chmod(stage.group.path + "/inbox/ja", 0o777)
    #expect(try await run("run").status == .exit(0))
    #expect(stage.files(in: "done") == ["dom.txt", "ja/kot.txt"])
    #expect(try stage.result("ja/kot.json").targetLanguage == "ja")
  }

  @Test(
    "Results follow the umask; history, settings and working area are the owner's alone",
    arguments: ["022", "077", "027", "000"])
  func umask(mask: String) async throws {
    try stage.drop(["sub/dom.txt": "dom"])
    try stage.drop([0], as: "inbox/sub/bad.bin")
    for folder in ["outbox", "done", "failed"] {
      try FileManager.default.createDirectory(
        atPath: stage.group.path + "/" + folder, withIntermediateDirectories: true)
    }
    let script = "umask \(mask); \"$0\" settings set detailLevel detailed && exec \"$0\" run"
    let outcome = try await ChildProcess.run(
      "/bin/sh", ["-c", script, BuiltProgram.transcriptor.path], environment: stage.hurried)
    #expect(outcome.status == .exit(1))
    let bits = try #require(UInt32(mask, radix: 8))
    for file in ["outbox/sub/dom.json", "outbox/sub/dom.txt", "failed/sub/bad.bin.error.json"] {
      #expect(mode(file) == 0o666 & ~bits, "\(file)")
    }
    for file in ["history.sqlite", "settings.json"] { #expect(mode(file) == 0o600, "\(file)") }
    #expect(mode(".work") == 0o700)
    #expect(mode("outbox/sub") == 0o755 & ~bits)
  }
}
