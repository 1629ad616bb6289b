import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

@Suite("The history's file")
struct HistoryFileTests {
  let probe = HistoryProbe()
  private let aside = "history.sqlite.damaged-2026-11-30T160030Z"

  @Test(
    "A file that is no database, or a part of one, is set aside under a dated name, and a new one begun",
    arguments: [
      "dd if=/dev/urandom of=history.sqlite bs=1k count=9 status=none", "truncate -s 5000 history.sqlite",
      "truncate -s 20 history.sqlite", "echo 'These are my notes.' > history.sqlite",
    ])
  func damaged(script: String) async throws {
    try await probe.record((1...9).map { "text \($0) " + String(repeating: "x", count: 3000) })
    try await harm(script)
    try await expectNewBeginning()
  }

  @Test(
    "A database with another mark, other tables or no version of ours is set aside in the same way",
    arguments: [
      "PRAGMA application_id = 1", "ALTER TABLE entry RENAME TO other", "PRAGMA user_version = 0",
      "PRAGMA user_version = -1", "PRAGMA application_id = 0; PRAGMA user_version = 0",
    ])
  func foreign(statements: String) async throws {
    try await probe.record(["one"])
    try probe.sql(statements)
    try await expectNewBeginning()
  }

  @Test("Another program's database is set aside whole")
  func anotherProgram() async throws {
    try probe.sql("CREATE TABLE notes (text); INSERT INTO notes VALUES ('mine')")
    try await expectNewBeginning()
    let database = try RawDatabase(path: probe.folder.path + "/" + aside)
    #expect(try database.run("SELECT text FROM notes") == "mine")
  }

  private func expectNewBeginning() async throws {
    let store = probe.store()
    #expect(try await store.latest().isEmpty)
    try await store.record([(Samples.result("kot"), claim: nil)])
    #expect(try await store.latest().map(\.result.sourceText) == ["kot"])
    #expect(try probe.names().contains(aside))
    #expect(probe.warnings.count == 1)
    #expect(probe.warnings.first?.contains(aside) == true)
  }

  @Test("Damage that shows only when an entry is read is found, and costs no later call anything")
  func hiddenDamage() async throws {
    try await probe.record((1...9).map { "text \($0) " + String(repeating: "x", count: 9000) })
    try await harm("dd if=/dev/urandom of=history.sqlite bs=4096 seek=5 count=12 conv=notrunc status=none")
    let store = probe.store()
    try await store.record([(Samples.result("kot"), claim: nil)])
    _ = try await store.latest()
    try await store.record([(Samples.result("pies"), claim: nil)])
    #expect(try await store.latest().first?.result.sourceText == "pies")
    #expect(try probe.names().contains(aside))
  }

  @Test("Numbers go on after those of a damaged history, and far beyond them where it can't be read")
  func numbersAfterDamage() async throws {
    try await probe.record((1...9).map { "text \($0) " + String(repeating: "x", count: 9000) })
    try await harm("dd if=/dev/urandom of=history.sqlite bs=4096 seek=6 count=9 conv=notrunc status=none")
    try await probe.withStore { _ = try await $0.latest() }
    try await probe.record(["ten"])
    #expect(try await probe.store().latest().first?.id == 10)
    try await harm("echo nonsense > history.sqlite")
    try await probe.record(["four"])
    #expect(try await probe.store().latest().map(\.id) == [Int(Samples.date.timeIntervalSince1970) + 1])
  }

  @Test("The files of the write-ahead log go along, and a name that is taken is numbered")
  func companions() async throws {
    for _ in 1...2 {
      try await harm("for name in '' -wal -shm; do echo \"damage$name\" > history.sqlite$name; done")
      try await probe.record(["kot"])
    }
    let expected = [aside, "\(aside)-2"].flatMap { [$0, "\($0)-shm", "\($0)-wal"] }
    #expect(Set(try probe.names()).isSuperset(of: expected))
    #expect(
      try String(contentsOfFile: probe.folder.path + "/\(aside)-2-wal", encoding: .utf8) == "damage-wal\n")
    #expect(probe.warnings.count == 2)
    #expect(try await probe.store().clear() == [aside, "\(aside)-2"])
    #expect(try probe.names().filter { $0.contains("damaged") } == [])
    #expect(try await !probe.bytesContain("damage"))
  }

  @Test(
    "What can be read of a damaged history is in the new one, under the same numbers, and one line says so",
    arguments: [
      "dd if=/dev/urandom of=history.sqlite bs=4096 seek=70 count=9 conv=notrunc status=none",
      "truncate -s $(($(stat -c %s history.sqlite) * 3 / 4 / 4096 * 4096)) history.sqlite",
    ])
  func salvaged(script: String) async throws {
    try await probe.record((1...60).map { "text \($0) " + String(repeating: "x", count: 3000) })
    try await harm(script)
    let store = probe.store()
    _ = try await store.latest()
    try await store.record([(Samples.result("kot"), claim: nil)])
    let entries = try await store.latest()
    #expect(entries.count > 20)
    #expect(entries.count < 50)
    #expect(entries.first?.id == 61)
    for entry in entries.dropFirst() { #expect(entry.result.sourceText.hasPrefix("text \(entry.id) ")) }
    #expect(probe.warnings.count == 1)
    #expect(probe.warnings.first?.contains("\(entries.count - 1) translations") == true)
    #expect(try probe.sql("PRAGMA integrity_check") == "ok")
  }

  @Test("An empty file becomes a history without a word")
  func emptyFile() async throws {
    try await harm("touch history.sqlite")
    try await probe.record(["kot"])
    #expect(try await probe.store().latest().count == 1)
    #expect(probe.warnings.isEmpty)
  }

  @Test("A newer version's history is read and not written, and said so once")
  func newer() async throws {
    try await probe.record(["kot"])
    try probe.sql("PRAGMA user_version = 9")
    try await harm("cp history.sqlite before")
    let store = probe.store()
    for _ in 1...2 {
      #expect(try await store.latest().map(\.result.sourceText) == ["kot"])
      try await store.record([(Samples.result("pies"), claim: nil)])
    }
    await #expect(throws: SQLiteError.self) { try await store.clear() }
    let compared = try await ChildProcess.run("cmp", ["before", "history.sqlite"], folder: probe.folder.path)
    #expect(compared.status == .exit(0))
    #expect(probe.warnings.count == 1)
    #expect(try probe.names().filter { $0.contains("damaged") }.isEmpty)
  }

  @Test("A newer version's history with other tables shows nothing")
  func newerTables() async throws {
    try await probe.record(["kot"])
    try probe.sql("PRAGMA user_version = 9; ALTER TABLE entry RENAME TO entries")
    #expect(try await probe.store().latest().isEmpty)
    #expect(try probe.sql("SELECT count(*) FROM entries") == "1")
  }

  @Test(
    "A folder, a link or a pipe of that name is left alone, once said so",
    arguments: [
      "mkdir history.sqlite", "ln -s elsewhere history.sqlite", "touch real; ln -s real history.sqlite",
      "mkfifo history.sqlite",
    ])
  func inTheWay(command: String) async throws {
    try await harm(command)
    let before = try probe.names()
    let store = probe.store()
    for _ in 1...2 {
      try await store.record([(Samples.result("kot"), claim: nil)])
      #expect(try await store.latest().isEmpty)
    }
    await #expect(throws: SQLiteError.self) { try await store.clear() }
    #expect(try probe.names() == before)
    #expect(probe.warnings.count == 1)
    #expect(try await !probe.bytesContain("kot"))
    try await harm("rm -r history.sqlite")
    try await store.record([(Samples.result("kot"), claim: nil)])
    #expect(try await store.latest().count == 1)
  }

  @Test("A folder that is itself reached by a link is fine")
  func linkedFolder() async throws {
    try await harm("mkdir real; ln -s real link")
    let store = HistoryStore(path: probe.folder.path + "/link/history.sqlite") { _ in }
    try await store.record([(Samples.result("kot"), claim: nil)])
    #expect(try await store.latest().count == 1)
  }

  @Test("A folder that is not there or takes no file is an error of each call, and no fault of the next")
  func unwritable() async throws {
    let store = probe.store()
    try FileManager.default.moveItem(atPath: probe.folder.path, toPath: probe.folder.path + "-away")
    await #expect(throws: SystemError.self) { try await store.record([(Samples.result(), claim: nil)]) }
    await #expect(throws: SystemError.self) { try await store.latest() }
    try FileManager.default.moveItem(atPath: probe.folder.path + "-away", toPath: probe.folder.path)
    try await store.record([(Samples.result(), claim: nil)])
    #expect(try await store.latest().count == 1)
    let nowhere = HistoryStore(path: "/proc/history.sqlite") { _ in }
    await #expect(throws: (any Error).self) { try await nowhere.record([(Samples.result(), claim: nil)]) }
  }

  @Test("A history that was removed or exchanged under a running program is begun or opened anew")
  func exchanged() async throws {
    let store = probe.store()
    try await store.record([(Samples.result("one"), claim: nil)])
    try await harm("rm history.sqlite history.sqlite-*")
    try await store.record([(Samples.result("two"), claim: nil)])
    #expect(try await probe.store().latest().map(\.result.sourceText) == ["two"])
    try await harm("mv history.sqlite away; rm history.sqlite-*")
    try await probe.record(["three"])
    try await store.record([(Samples.result("four"), claim: nil)])
    #expect(try await probe.store().latest().map(\.result.sourceText) == ["four", "three"])
  }

  /// Runs a script in the history's folder, as another process.
  private func harm(_ script: String) async throws {
    let outcome = try await ChildProcess.run("sh", ["-ec", script], folder: probe.folder.path)
    try #require(outcome.status == .exit(0), "\(outcome.error)")
  }
}
