import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("Faults of the disk during a watch")
struct DiskFaultTests {
  /// A fault of the disk that begins at some step and ends after a while.
  struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let answer: DiskProbe.Answer

    static let all =
      [
        ("an I/O error", EIO), ("no space", ENOSPC), ("no quota", EDQUOT), ("a read-only disk", EROFS),
        ("no permission", EACCES),
      ].map { Fault(testDescription: $0.0, answer: .refuse($0.1)) }
  }

  /// What became of a watch whose disk had a fault from one step on.
  private struct Outcome {
    let number: Int
    let wasReached: Bool
    let files: [String]
    let asked: [String]
    let notices: [String]
    /// Whether the answer had been kept when the fault began.
    let wasKept: Bool
    let isWhole: Bool
  }

  @Test(
    "Whatever step a fault begins at, nothing is lost, it is told once, and work goes on by itself when it is over",
    .timeLimit(.minutes(2)), arguments: Fault.all)
  func anyStep(fault: Fault) async throws {
    let outcomes = try await withThrowingTaskGroup(of: Outcome.self) { group in
      // A watch takes some fifty steps for one text; what lies beyond them is not reached.
      for number in 1...70 { group.addTask { try await Self.watch(fault, from: number) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.count { $0.wasReached } > 30)
    for outcome in outcomes {
      let context: Comment = "from step \(outcome.number) on: \(outcome.notices)"
      #expect(outcome.isWhole, context)
      #expect(outcome.files == ["done/ja/a.txt", "outbox/ja/a.json", "outbox/ja/a.txt"], context)
      #expect(outcome.notices.count <= 1, context)
      // A text is asked for again only where its answer could not be kept.
      #expect(outcome.wasKept ? outcome.asked.count == 1 : outcome.asked.count <= 2, context)
    }
  }

  @Test("A disk that takes fewer bytes than it is given gets the rest, and the file is whole")
  func shortWrites() async throws {
    let stage = SpoolStage(inMemory: true)
    try stage.drop("a.txt", "kot")
    let probe = DiskProbe.answering { _, step in step.kind == .write ? .shorten(7) : .take }
    try await stage.run(probe)
    #expect(probe.count(.write, "/1.text") > 3)
    #expect(try stage.content("outbox/a.txt") == ResultFormatter.text(for: stage.result("a.json")))
  }

  @Test("A disk that takes a part and then fails leaves no part of a file in sight")
  func shortThenFault() async throws {
    let stage = SpoolStage(inMemory: true)
    try stage.drop("a.txt", "kot")
    let writes = Guarded(0)
    let probe = DiskProbe.answering { _, step in
      guard step.kind == .write, step.path.hasSuffix("/1.1.json") else { return .take }
      let count = writes.withLock { count in
        count += 1
        return count
      }
      return count == 1 ? .shorten(7) : count == 2 ? .refuse(ENOSPC) : .take
    }
    let summary = try await stage.run(probe)
    #expect(summary.translated == 0)
    #expect(stage.files("outbox") == [])
    #expect(stage.files("inbox") == ["a.txt"])
    #expect(stage.files(".work") == [])
    #expect(try await stage.run().translated == 1)
  }

  @Test("A history that can't be kept is told, and blocks no text")
  func noHistory() async throws {
    let stage = SpoolStage(inMemory: true)
    try stage.drop("a.txt", "kot")
    // A folder that has the name of its lock.
    mkdir(stage.group.path + "/.history.sqlite.lock", 0o700)
    #expect(try await stage.run().translated == 1)
    #expect(stage.files("outbox") == ["a.json", "a.txt"])
    #expect(stage.events.notices.count == 1)
    #expect(stage.engine.texts == ["kot"])
  }

  @Test("The error of a text that can be mended where it lies says how it is tried again")
  func retryHint() async throws {
    let stage = SpoolStage(inMemory: true)
    try stage.drop("bad.txt", "\0")
    try await stage.run()
    #expect(try stage.failure("bad.txt.error.json").hint.hasSuffix("Then: transcriptor retry NAME"))
    let source = stage.folder.path + "/source"
    try Files.write("\0", to: source + "/other.txt")
    try await stage.run(over: source)
    // Where the text stays in its folder, the change alone is enough.
    #expect(try !stage.failure("other.txt.error.json").hint.contains("retry"))
  }

  @Test(
    "A text that is busy when it is to be taken stays in the inbox, is told once, and is taken later",
    arguments: [EBUSY, EACCES, ESTALE, EIO, ETXTBSY])
  func busy(code: Int32) async throws {
    let stage = SpoolStage(inMemory: true)
    try stage.drop("a.txt", "kot")
    try stage.drop("b.txt", "pies")
    let tries = Guarded(0)
    let probe = DiskProbe(refusing: { _, step in
      guard step.kind == .replace, step.path.hasSuffix("inbox/a.txt") else { return nil }
      return tries.withLock { count in
        count += 1
        return count <= 2 ? code : nil
      }
    })
    // Two passes find it busy, and the third does not; the other text is no worse for it.
    for pass in 1...3 {
      let summary = try await stage.run(probe)
      #expect(summary.translated == (pass == 2 ? 0 : 1))
      #expect(stage.files("inbox") == (pass == 3 ? [] : ["a.txt"]))
      #expect(stage.files(".work") == [])
    }
    #expect(stage.files("done") == ["a.txt", "b.txt"])
    #expect(stage.engine.texts == ["pies", "kot"])
    #expect(stage.events.notices.count == 2)
  }

  private static func watch(_ fault: Fault, from first: Int) async throws -> Outcome {
    let stage = SpoolStage(inMemory: true)
    try stage.drop("ja/a.txt", "kot")
    let state = Guarded((isOver: false, wasReached: false, wasKept: false))
    let group = stage.group.path
    let probe = DiskProbe.answering { number, step in
      state.withLock { state in
        guard number >= first, !state.isOver else { return .take }
        if !state.wasReached {
          state.wasReached = true
          state.wasKept =
            !stage.files(".work").allSatisfy { !$0.contains(".answered/") }
            || !Files.names(below: group + "/done").isEmpty
        }
        return fault.answer
      }
    }
    let watcher = stage.transcriptor(probe).watch()
    let work = Task { await watcher.work() }
    _ = await eventually {
      state.withLock { $0.wasReached } && !stage.events.notices.isEmpty || isDone(stage)
    }
    try await Task.sleep(for: .milliseconds(300))
    state.withLock { $0.isOver = true }
    _ = await eventually { isDone(stage) }
    work.cancel()
    _ = await work.value
    let visible = stage.files("").filter { !$0.hasPrefix(".work/") && !$0.contains("history.sqlite") }
    let result = try? stage.result("ja/a.json")
    let isWhole =
      try result.map { try stage.content("outbox/ja/a.txt") == ResultFormatter.text(for: $0) } ?? false
    let (_, wasReached, wasKept) = state.withLock { $0 }
    return Outcome(
      number: first, wasReached: wasReached, files: visible, asked: stage.engine.texts,
      notices: stage.events.notices, wasKept: wasKept, isWhole: isWhole)
  }

  private static func isDone(_ stage: SpoolStage) -> Bool {
    let left = Files.everything(below: stage.group.path + "/.work").keys
    let isSettled = stage.files("done").count == 1 && !left.contains { $0.contains(".answered") }
    return isSettled && !stage.files("").contains(".paused.json")
  }
}
