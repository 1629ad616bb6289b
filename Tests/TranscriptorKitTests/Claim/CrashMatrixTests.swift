import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("A death between any two steps")
struct CrashMatrixTests {
  @Test(
    "Whatever step a pass dies at, the next one brings everything to its one end",
    arguments: CrashScenario.all.map { ($0, false) } + [(.result, true), (.failure, true)])
  func pass(scenario: CrashScenario, linking: Bool) async throws {
    var number = 0
    var probe: DiskProbe
    repeat {
      number += 1
      var stage = SpoolStage(inMemory: true)
      try scenario.prepare(&stage)
      probe = DiskProbe(dyingAt: number, linking: linking)
      try await stage.run(probe)
      try await finish(
        stage, scenario, on: linking ? .linking : nil, "died at step \(number): \(probe.lastTaken)")
    } while probe.hasRefused
    // A probe that nobody asks would refuse none.
    #expect(number > 15)
  }

  @Test(
    "Whatever step the next pass dies at in turn, the one after it does",
    arguments: [CrashScenario.result, .failure])
  func secondDeath(scenario: CrashScenario) async throws {
    var first = 1
    var probe: DiskProbe
    repeat {
      var second = 0
      var next: DiskProbe
      repeat {
        second += 1
        var stage = SpoolStage(inMemory: true)
        try scenario.prepare(&stage)
        probe = DiskProbe(dyingAt: first)
        try await stage.run(probe)
        next = DiskProbe(dyingAt: second)
        try await stage.run(next)
        // Two deaths while our own code read the text put it aside; all others leave no trace.
        var expected = scenario
        if probe.diedAtWork, next.diedAtWork { expected.setAside() }
        try await finish(
          stage, expected, "died at step \(first), \(probe.lastTaken), and \(second), \(next.lastTaken)")
      } while next.hasRefused
      first += 5
    } while probe.hasRefused
  }

  @Test("The same holds where names are refused, and each pair gets one spelling that is taken")
  func refusedNames() async throws {
    var number = 0
    var probe: DiskProbe
    repeat {
      number += 1
      var stage = SpoolStage(inMemory: true)
      try CrashScenario.refusedName.prepare(&stage)
      probe = DiskProbe(dyingAt: number, picky: true)
      try await stage.run(probe)
      let context: Comment = "died at step \(number): \(probe.lastTaken)"
      try await finish(stage, .refusedName, on: .picky, context)
      let results = try stage.files("outbox").filter { $0.hasSuffix(".json") }.map(stage.result)
      #expect(results.allSatisfy { $0.originalName?.hasSuffix(".md") == true }, context)
    } while probe.hasRefused
    #expect(number > 30)
  }

  @Test("A pass over a folder that is only read ends the same", arguments: [false, true])
  func reading(acrossFileSystems: Bool) async throws {
    var number = 0
    var probe: DiskProbe
    repeat {
      number += 1
      let stage = SpoolStage(inMemory: true)
      let source = stage.folder.path + "/source"
      for (path, text) in [("a.txt", "kot"), ("ja/b.txt", "pies"), ("bad.txt", "\0")] {
        try Files.write(text, to: source + "/" + path)
      }
      // The group is in memory, and this is not.
      let other = acrossFileSystems ? TemporaryFolder() : nil
      let outbox = other?.path ?? stage.folder.path + "/results"
      probe = DiskProbe(dyingAt: number)
      let before = Files.everything(below: source)
      // The death may come before there is a pass.
      _ = try await errorNumber { _ = try await stage.run(over: source, outbox: outbox, probe) }
      try await stage.waitForLocks()
      let context: Comment = "died at step \(number): \(probe.lastTaken)"
      try await stage.run(over: source, outbox: outbox)
      let visible = Files.names(below: outbox).filter { !$0.contains(".transcriptor-") }
      #expect(visible == ["a.json", "a.txt", "ja/b.json", "ja/b.txt"], context)
      #expect(stage.files("failed") == ["bad.txt.error.json"], context)
      #expect(stage.files(".work") == [], context)
      #expect(Files.everything(below: source) == before, context)
      #expect(try await stage.historyTexts() == ["kot", "pies"], context)
    } while probe.hasRefused
    #expect(number > 15)
  }

  @Test("Whatever step a retry dies at, the text is in one place, and a second retry and a pass end it")
  func retry() async throws {
    var number = 0
    var probe: DiskProbe
    repeat {
      number += 1
      let stage = SpoolStage(inMemory: true)
      stage.engine.prepare("kot", .trouble(CrashScenario.blocked))
      try stage.drop("ja/a.txt", "kot")
      try await stage.run()
      probe = DiskProbe(dyingAt: number)
      let dying = try Retry(stage.group, hook: probe.hook)
      _ = try errorNumber { _ = try dying.retryAll() }
      let context: Comment = "died at step \(number): \(probe.lastTaken)"
      let places = ["inbox/ja/a.txt", "failed/ja/a.txt"].filter { stage.files("").contains($0) }
      #expect(places.count == 1, context)
      _ = try Retry(stage.group).retryAll()
      #expect(try await stage.run().translated == 1, context)
      #expect(
        stage.visible == ["done/ja/a.txt", "outbox/ja/a.json", "outbox/ja/a.txt"], context)
    } while probe.hasRefused
    #expect(number > 3)
  }

  /// Makes a healthy pass and checks that everything is where it belongs, once and whole.
  private func finish(
    _ stage: SpoolStage, _ scenario: CrashScenario, on disk: DiskProbe? = nil, _ context: Comment
  ) async throws {
    let summary = try await stage.run(disk)
    // Where the death came before the service was asked, it is still busy once.
    if summary.trouble != nil { try await stage.run() }
    #expect(stage.leftInWork == [], context)
    #expect(stage.visible == scenario.files, context)
    #expect(try await stage.historyTexts() == scenario.history, context)
    for path in stage.files("outbox") where path.hasSuffix(".json") && path != "hello.json" {
      let result = try stage.result(path)
      let text = try stage.content("outbox/" + path.dropLast(5) + ".txt")
      #expect(text == ResultFormatter.text(for: result), context)
    }
    for path in stage.files("failed") where path.hasSuffix(".error.json") {
      let identifier = try stage.failure(path).clientIdentifier
      #expect(identifier.replacing(":", with: "%3A") + ".error.json" == path, context)
    }
  }
}

extension DiskProbe {
  /// Whether the only text's name was written into the mark of work in progress, and not taken out again.
  fileprivate var diedAtWork: Bool {
    let taken = steps.dropLast(refusedCount).filter { $0.path.hasSuffix("/at-work") && $0.kind == .write }
    // The first says when the machine was switched on.
    return hasRefused && taken.count > 1 && taken.count.isMultiple(of: 2)
  }

  /// The step before the first that was refused, in words.
  fileprivate var lastTaken: String {
    guard let step = steps.dropLast(refusedCount).last else { return "none" }
    return "after \(step.kind.rawValue) of \(step.path)"
  }
}

extension SpoolStage {
  /// What is left in the working area, empty folders too.
  fileprivate var leftInWork: [String] { Files.everything(below: group.path + "/.work").keys.sorted() }

  /// Every file of the group but the history's.
  fileprivate var visible: [String] { files("").filter { !$0.contains("history.sqlite") } }

  /// The texts that the history holds, sorted.
  fileprivate func historyTexts() async throws -> [String] {
    try await history().latest().map(\.result.sourceText).sorted()
  }
}
