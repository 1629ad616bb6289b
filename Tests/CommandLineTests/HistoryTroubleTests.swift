import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

@Suite("Texts while something is wrong with the history")
struct HistoryTroubleTests {
  private let stage: Stage

  init() throws { stage = try Stage(inMemory: true) }

  /// Runs a script in the group's folder.
  private func shell(_ script: String) async throws {
    try FileManager.default.createDirectory(
      atPath: stage.group.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let outcome = try await ChildProcess.run("sh", ["-ec", script], folder: stage.group.path)
    try #require(outcome.status == .exit(0), "\(outcome.error)")
  }

  /// Has a history with entries, and texts that wait.
  private func begin() async throws -> [String: String] {
    for text in ["one", "two"] { _ = try await stage.run("translate", text) }
    let texts = Stage.texts(30)
    try stage.drop(texts)
    return texts
  }

  private struct Entry: Decodable { let id: Int, sourceText: String }

  private func entries() async throws -> [Entry] {
    try decode([Entry].self, await stage.hurry("history", "--json").output)
  }

  @Test(
    "A damaged history is set aside with a date and said so in one line, and every text is translated",
    arguments: [
      "dd if=/dev/urandom of=history.sqlite bs=4096 seek=1 count=1 conv=notrunc status=none",
      "truncate -s $(($(stat -c %s history.sqlite) / 2)) history.sqlite",
      "dd if=/dev/urandom of=history.sqlite bs=1k count=16 status=none",
    ])
  func damaged(script: String) async throws {
    let texts = try await begin()
    try await shell(script)
    let outcome = try await stage.hurry("run")
    #expect(outcome.status == .exit(0))
    #expect(outcome.error.split(separator: "\n").count == 1)
    let year = String(Date().utc.prefix(5))
    #expect(outcome.error.contains("history.sqlite.damaged-" + year))
    let faults = try stage.faults(after: texts)
    #expect(faults == [])
    #expect(try await Set(entries().map(\.sourceText)).isSuperset(of: texts.values))
    #expect(stage.files(in: ".").contains { $0.hasPrefix("history.sqlite.damaged-" + year) })
  }

  @Test("An empty file becomes a history without a word, and so does one that is gone")
  func empty() async throws {
    let texts = try await begin()
    try await shell("truncate -s 0 history.sqlite")
    let outcome = try await stage.hurry("run")
    #expect(outcome.status == .exit(0))
    #expect(outcome.error == "")
    let faults = try stage.faults(after: texts)
    #expect(faults == [])
    try await shell("rm history.sqlite*")
    _ = try await stage.run("translate", "three")
    #expect(try await entries().map(\.sourceText) == ["three"])
  }

  @Test(
    "What is no file in the history's place is left alone, said once, and costs no text",
    arguments: ["mkdir history.sqlite", "mkfifo history.sqlite", "ln -s /etc/hostname history.sqlite"])
  func noFile(script: String) async throws {
    try await shell(script)
    let texts = Stage.texts(30)
    try stage.drop(texts)
    let outcome = try await stage.hurry("run")
    #expect(outcome.status == .exit(0))
    #expect(outcome.error.split(separator: "\n").count == 1)
    #expect(outcome.error.contains("so no history is kept"))
    #expect(stage.files(in: "done").count == 30)
    let clearing = try await stage.hurry("history", "clear", "--json")
    #expect(clearing.status == .exit(73))
    #expect(
      try decode(Trouble.self, clearing.error.split(separator: "\n").last.map(String.init) ?? "").hint != "")
  }

  @Test(
    "A newer version's history is not written, said once, and texts go on", .enabled(if: SQLiteScript.isThere)
  )
  func newer() async throws {
    let texts = try await begin()
    try await SQLiteScript.run("PRAGMA user_version = 99", on: stage.group.historyPath)
    let outcome = try await stage.hurry("run")
    #expect(outcome.status == .exit(0))
    #expect(outcome.error.split(separator: "\n").count == 1)
    #expect(outcome.error.contains("newer version"))
    let faults = try stage.faults(after: texts)
    #expect(faults == [])
    #expect(try await entries().map(\.sourceText) == ["two", "one"])
    #expect(try await stage.hurry("history", "clear").status == .exit(73))
  }

  @Test(
    "A history that another process locks holds a watch up once, and is said once",
    .enabled(if: SQLiteScript.isThere))
  func locked() async throws {
    _ = try await begin()
    let holder = try SQLiteScript.hold(stage.group.historyPath)
    #expect(await eventually { holder.writtenSoFar.output.contains("held") })
    let watch = try stage.start("watch", "--max-concurrent", "2")
    #expect(await eventually { stage.files(in: "done").count == 30 })
    #expect(watch.writtenSoFar.error.split(separator: "\n").count == 1)
    #expect(watch.writtenSoFar.error.contains("The history could not be kept"))
    holder.signal(SIGKILL)
    _ = try? await holder.finish()
    try stage.drop(["last.txt": "last"])
    #expect(await eventually { stage.files(in: "done").count == 31 })
    watch.signal(SIGTERM)
    let outcome = try await watch.finish()
    #expect(outcome.status == .exit(0))
    #expect(outcome.error.contains("30 translations are not in it"))
    #expect(outcome.error.split(separator: "\n").count == 2)
    #expect(try await entries().map(\.sourceText) == ["last", "two", "one"])
  }

  @Test(
    "A history on a disk that is full or read-only costs no text",
    .enabled(if: SmallDisk.isAvailable, "this user may not mount"), arguments: [false, true])
  func fullDisk(isReadOnly: Bool) async throws {
    _ = try await begin()
    let folder = stage.folder.path + "/disk"
    let disk = try SmallDisk(at: folder, in: stage.folder)
    try await shell("mv history.sqlite '\(folder)/' && touch history.sqlite")
    #expect(mount(folder + "/history.sqlite", stage.group.historyPath, nil, UInt(MS_BIND), nil) == 0)
    defer { umount2(stage.group.historyPath, Int32(MNT_DETACH)) }
    if isReadOnly {
      let flags = UInt(MS_BIND | MS_REMOUNT | MS_RDONLY)
      #expect(mount(nil, stage.group.historyPath, nil, flags, nil) == 0)
    } else {
      try disk.fill()
    }
    let outcome = try await stage.hurry("run")
    #expect(outcome.status == .exit(0))
    #expect(outcome.error.split(separator: "\n").count <= 1)
    #expect(isReadOnly == outcome.error.contains("The history could not be kept"))
    #expect(stage.files(in: "done").count == 30)
    #expect(stage.files(in: "outbox").count == 60)
  }

  @Test("After a command nothing but the database is left of the history")
  func closed() async throws {
    _ = try await begin()
    for words in [["run"], ["history"], ["status", "--json"], ["history", "again", "1"]] {
      let outcome = try await BuiltProgram.transcriptor.run(words, environment: stage.hurried)
      #expect(outcome.status == .exit(0))
      #expect(stage.files(in: ".").filter { $0.hasPrefix("history.sqlite") } == ["history.sqlite"])
    }
    let watch = try stage.start("watch")
    try stage.drop(["last.txt": "last"])
    #expect(await eventually { stage.files(in: "done").contains("last.txt") })
    watch.signal(SIGTERM)
    #expect(try await watch.finish().status == .exit(0))
    #expect(stage.files(in: ".").filter { $0.hasPrefix("history.sqlite") } == ["history.sqlite"])
  }

  @Test(
    "Clearing leaves a text in no file of the history, though a watch has it open and a damaged copy held it")
  func clear() async throws {
    _ = try await stage.run("translate", "tajemnica pierwsza")
    try await shell("cp history.sqlite copy && truncate -s 8192 copy && mv copy history.sqlite")
    let watch = try stage.start("watch")
    try stage.drop(["a.txt": "tajemnica druga"])
    #expect(await eventually { stage.files(in: "done") == ["a.txt"] })
    func holders() throws -> [String] {
      let names = stage.files(in: ".").filter { $0.contains("history") }
      return try names.filter { String(decoding: try stage.bytes($0), as: UTF8.self).contains("tajemnica") }
    }
    #expect(try holders().count > 0)
    let outcome = try await stage.hurry("history", "clear")
    #expect(outcome.status == .exit(0))
    #expect(outcome.output.contains("/outbox"))
    #expect(try holders() == [])
    #expect(stage.files(in: ".").filter { $0.contains("damaged") } == [])
    try stage.drop(["b.txt": "dom"])
    #expect(await eventually { stage.files(in: "done") == ["a.txt", "b.txt"] })
    watch.signal(SIGTERM)
    #expect(try await watch.finish().status == .exit(0))
    #expect(try holders() == [])
    #expect(try await entries().map(\.sourceText) == ["dom"])
  }

  @Test("Of fifty-one texts the history keeps the last fifty, and clearing uses no number again")
  func fiftyFirst() async throws {
    let texts = Stage.texts(51)
    try stage.drop(texts)
    #expect(try await stage.hurry("run").status == .exit(0))
    #expect(try await entries().map(\.id) == (2...51).reversed())
    #expect(try await stage.hurry("history", "clear").status == .exit(0))
    _ = try await stage.run("translate", "dom")
    #expect(try await entries().map(\.id) == [52])
  }
}

/// SQL by another program than ours: Python's sqlite3.
private enum SQLiteScript {
  static let isThere = access("/usr/bin/python3", X_OK) == 0

  static func run(_ sql: String, on path: String) async throws {
    let script =
      "import sqlite3, sys; c = sqlite3.connect(sys.argv[2]); c.executescript(sys.argv[1]); c.close()"
    let outcome = try await ChildProcess.run("/usr/bin/python3", ["-c", script, sql, path])
    try #require(outcome.status == .exit(0), "\(outcome.error)")
  }

  /// Locks a database until the process is killed.
  static func hold(_ path: String) throws -> ChildProcess {
    let script = """
      import sqlite3, sys, time
      c = sqlite3.connect(sys.argv[1]); c.execute("BEGIN EXCLUSIVE"); print("held", flush=True); time.sleep(60)
      """
    return try ChildProcess.start("/usr/bin/python3", ["-c", script, path])
  }
}
