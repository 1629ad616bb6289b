import Glibc
import TestSupport
import Testing
import TranscriptorKit

@Suite("The history")
struct HistoryStoreTests {
  let probe = HistoryProbe()

  @Test("What was recorded comes back whole, the newest first")
  func latest() async throws {
    let store = probe.store()
    var full = Samples.result("drugi\u{0} \u{1F431} \"'")
    full.nameBytes = [0xFF]
    full.quality = .gist
    full.warnings = ["One."]
    try await store.record([(Samples.result("pierwszy"), claim: nil), (full, claim: "b")])
    let entries = try await store.latest()
    #expect(entries.map(\.id) == [2, 1])
    #expect(entries.map(\.result.sourceText) == [full.sourceText, "pierwszy"])
    #expect(entries.first?.result == full)
    #expect(try await store.latest(limit: 1).map(\.id) == [2])
    #expect(try await store.latest(limit: -1).isEmpty)
    #expect(probe.warnings.isEmpty)
  }

  @Test("An entry is found by its number")
  func entry() async throws {
    let store = probe.store()
    try await store.record([(Samples.result("kot"), claim: nil)])
    #expect(try await store.entry(id: 1)?.result == Samples.result("kot"))
    #expect(try await store.entry(id: 2) == nil)
  }

  @Test("An entry's JSON is its number and then the result")
  func json() async throws {
    let store = probe.store()
    try await store.record([(Samples.result("kot"), claim: nil)])
    let json = try #require(try await store.latest().first?.json.compact)
    #expect(json.hasPrefix(#"{"id":1,"clientIdentifier":"hello.txt","sourceText":"kot","#))
  }

  @Test("Fifty entries remain after each insert, and the oldest go first")
  func fifty() async throws {
    let store = probe.store()
    for number in 1...53 {
      try await store.record([(Samples.result("text \(number)"), claim: nil)])
      #expect(try await store.latest(limit: 99).count == min(number, 50))
    }
    #expect(try await store.latest().map(\.id) == (4...53).reversed())
  }

  @Test("A group is recorded in its order, and of more than fifty the last fifty")
  func largeGroup() async throws {
    let store = probe.store()
    let group = (1...60).map { (Samples.result("text \($0)"), claim: Optional("job:\($0)")) }
    try await store.record(group)
    let once = try await store.latest()
    #expect(once.map(\.result.sourceText) == (11...60).reversed().map { "text \($0)" })
    try await store.record(group)
    #expect(try await store.latest() == once)
  }

  @Test("A claim that is recorded twice changes nothing, whoever records it")
  func claims() async throws {
    try await probe.withStore { store in
      try await store.record([
        (Samples.result("kot"), claim: "job-1"), (Samples.result("pies"), claim: "job-2"),
      ])
    }
    let store = probe.store()
    let before = try await store.latest()
    try await store.record([(Samples.result("kot"), claim: "job-1")])
    try await store.record([(Samples.result("other"), claim: "job-2")])
    #expect(try await store.latest() == before)
    try await store.record([(Samples.result("kot"), claim: nil), (Samples.result("kot"), claim: nil)])
    #expect(try await store.latest().count == 4)
  }

  @Test("Numbers are never used again, not even after all was cleared")
  func numbers() async throws {
    try await probe.record(["one", "two"])
    try await probe.withStore { try await $0.clear() }
    try await probe.record(["three"])
    #expect(try await probe.store().latest().map(\.id) == [3])
  }

  @Test("Clearing leaves no byte of a text in any file")
  func clear() async throws {
    let secret = "a secret that nobody may find"
    let store = probe.store()
    for number in 1...60 { try await store.record([(Samples.result(secret), claim: "\(number)")]) }
    #expect(try await probe.bytesContain(secret))
    #expect(try await store.clear().isEmpty)
    #expect(try await !probe.bytesContain(secret))
    #expect(try await store.latest().isEmpty)
    try await store.record([(Samples.result("kot"), claim: nil)])
    #expect(try await store.latest().map(\.id) == [61])
  }

  @Test("Entries that fell out of the fifty leave no byte behind once the history is cleared by another")
  func clearByAnother() async throws {
    let writer = probe.store()
    for number in 1...70 { try await writer.record([(Samples.result("needle \(number) end"), claim: nil)]) }
    #expect(try await probe.bytesContain("needle 70 end"))
    try await probe.store().clear()
    #expect(try await !probe.bytesContain("needle"))
    try await writer.record([(Samples.result("kot"), claim: nil)])
    #expect(try await writer.latest().map(\.id) == [71])
  }

  @Test("A text that fell out of the fifty is in no file once the programs have ended")
  func dropped() async throws {
    try await probe.record((1...50).map { "needle \($0) " + String(repeating: "x", count: 5000) })
    #expect(try await probe.bytesContain("needle 25 "))
    try await probe.record((1...50).map { "text \($0)" })
    #expect(try await !probe.bytesContain("needle"))
  }

  @Test("Clearing while another process reads says that something may be left")
  func clearWhileRead() async throws {
    let store = probe.store()
    try await store.record([(Samples.result("kot"), claim: nil)])
    let reader = try RawDatabase(path: probe.path)
    try reader.run("BEGIN; SELECT count(*) FROM entry")
    await #expect(throws: SQLiteError.self) { try await store.clear() }
    try reader.run("COMMIT")
    try await store.clear()
    #expect(try await store.latest().isEmpty)
  }

  @Test("A row that this version can't read hides no other")
  func unreadableRow() async throws {
    try await probe.record(["one", "two"])
    try probe.sql("UPDATE entry SET result = '{}' WHERE id = 1")
    #expect(try await probe.store().latest().map(\.id) == [2])
  }

  @Test("The file is private, and so are those beside it, whatever the umask")
  func mode() async {
    await #expect(processExitsWith: .success) {
      umask(0)
      let open = HistoryProbe()
      try await open.store().record([(Samples.result("kot"), claim: nil)])
      umask(0o777)
      let closed = HistoryProbe()
      try await closed.store().record([(Samples.result("kot"), claim: nil)])
      for probe in [open, closed] {
        let folder = try Directory(path: probe.folder.path)
        for name in try folder.entries() {
          guard try folder.status(of: name)?.mode == 0o600 else { exit(1) }
        }
      }
    }
  }

  @Test("A history that others could read is made private")
  func tightened() async throws {
    try await probe.record(["one"])
    chmod(probe.path, 0o644)
    try await probe.record(["two"])
    let folder = try Directory(path: probe.folder.path)
    #expect(try folder.status(of: FileName("history.sqlite"))?.mode == 0o600)
  }
}
