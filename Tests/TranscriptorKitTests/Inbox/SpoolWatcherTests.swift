import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("The spool watcher")
struct SpoolWatcherTests {
  private var stage = SpoolStage()
  private let setup = TranslationTrouble(.setup, "The key is wrong.", hint: "Set it.", attempts: 1)
  private let service = TranslationTrouble(.service(retryAfter: nil), "Busy.", hint: "Wait.", attempts: 1)

  /// A configuration that a test breaks and mends.
  private final class Switch: Sendable {
    private let state: Guarded<(configuration: Result<SpoolConfiguration, TranslationTrouble>, stamp: Int)>
    private let loadCount = Guarded(0)

    init(_ configuration: Result<SpoolConfiguration, TranslationTrouble>) {
      state = Guarded((configuration, 0))
    }

    /// How often it was read.
    var loads: Int { loadCount.withLock { $0 } }

    func set(_ configuration: Result<SpoolConfiguration, TranslationTrouble>) {
      state.withLock { $0 = (configuration, $0.stamp + 1) }
    }

    var source: SpoolConfiguration.Source {
      .init {
        self.loadCount.withLock { $0 += 1 }
        return try self.state.withLock { $0.configuration }.get()
      } stamp: {
        "\(self.state.withLock { $0.stamp })"
      }
    }
  }

  private var configuration: SpoolConfiguration {
    SpoolConfiguration(settings: stage.settings, engine: stage.engine)
  }

  /// Lets a watcher work while the body runs, and ends it.
  @discardableResult
  private func watching(
    _ watcher: SpoolWatcher, _ body: (SpoolWatcher) async throws -> Void
  ) async throws -> RunSummary {
    let work = Task { await watcher.work() }
    do { try await body(watcher) } catch {
      work.cancel()
      _ = await work.value
      throw error
    }
    work.cancel()
    return await work.value
  }

  // MARK: Watching

  @Test("A watch takes what is dropped later, in folders that were made later")
  func later() async throws {
    try stage.drop("a.txt", "kot")
    let stage = stage
    let summary = try await watching(stage.transcriptor().watch()) { _ in
      #expect(await eventually { stage.files("outbox").count == 2 })
      try stage.drop("b.txt", "pies")
      try stage.drop("ja/x/c.txt", "lis")
      #expect(await eventually { stage.files("outbox").count == 6 })
      try stage.drop("a.txt", "kot again")
      #expect(await eventually { stage.files("outbox").count == 8 })
    }
    #expect(stage.files("outbox").contains("a-2.json"))
    #expect(stage.files("done").count == 4)
    #expect(summary.translated == 4)
    #expect(stage.files(".work") == [])
  }

  @Test("A file that is still written is not taken before it has settled")
  mutating func young() async throws {
    stage.settings.settleTime = .seconds(3600)
    let stage = stage
    let settings = Switch(.success(configuration))
    var sooner = configuration
    sooner.settings.settleTime = .milliseconds(50)
    try await watching(stage.transcriptor(settings.source).watch()) { watcher in
      var text = ""
      for number in 1...10 {
        text += "\(number) "
        try stage.drop("a.txt", text)
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(stage.engine.texts == [])
      settings.set(.success(sooner))
      await watcher.reload()
      #expect(await eventually { stage.files("outbox").count == 2 })
      #expect(stage.engine.texts == ["1 2 3 4 5 6 7 8 9 10"])
    }
  }

  @Test("No more than twice as many texts as run at once are in hand; the others lie in the inbox")
  mutating func inHand() async throws {
    stage.settings.maxConcurrent = 2
    stage.engine.always(.hold)
    for number in 1...9 { try stage.drop("\(number).txt", "text \(number)") }
    let stage = stage
    try await watching(stage.transcriptor().watch()) { _ in
      #expect(try await eventually { try SpoolStatus(stage.group).inHand == 4 })
      try await Task.sleep(for: .milliseconds(100))
      #expect(try SpoolStatus(stage.group).inHand == 4)
      #expect(stage.files("inbox").count == 5)
      #expect(stage.engine.running == 2)
      stage.engine.always(.answer)
      stage.engine.release()
      #expect(await eventually { stage.files("outbox").count == 18 })
    }
    #expect(stage.engine.peak == 2)
  }

  @Test("The end of a watch waits for no answer, and gives everything back", .timeLimit(.minutes(1)))
  func cancel() async throws {
    stage.engine.always(.hold)
    for number in 1...20 { try stage.drop("ja/\(number).txt", "text \(number)") }
    let watcher = stage.transcriptor().watch()
    let work = Task { await watcher.work() }
    #expect(await eventually { stage.engine.running == 4 })
    work.cancel()
    _ = await work.value
    #expect(stage.files("inbox").count == 20)
    #expect(stage.files(".work") == [])
    #expect(stage.files("outbox") == [])
  }

  @Test("A group that goes away is waited for, and not made anew")
  func groupGone() async throws {
    _ = try GroupFolders(stage.group)
    let stage = stage
    let away = stage.folder.path + "/away"
    try await watching(stage.transcriptor().watch()) { _ in
      #expect(await eventually { stage.files("").contains { $0.hasSuffix(".lock") } })
      #expect(rename(stage.group.path, away) == 0)
      #expect(await eventually { !stage.events.notices.isEmpty })
      #expect(access(stage.group.path, F_OK) != 0)
      #expect(rename(away, stage.group.path) == 0)
      try stage.drop("a.txt", "kot")
      #expect(await eventually { stage.files("outbox").count == 2 })
    }
    #expect(stage.events.notices.first?.contains(stage.group.path) == true)
  }

  @Test("A disk that takes no result is waited for, and the text is asked for once", .timeLimit(.minutes(1)))
  func diskFull() async throws {
    let isFull = Guarded(true)
    let probe = DiskProbe { _, step in
      step.kind == .create && step.path.hasSuffix(".text") && isFull.withLock { $0 } ? ENOSPC : nil
    }
    try stage.drop("a.txt", "kot")
    let stage = stage
    try await watching(stage.transcriptor(probe).watch()) { _ in
      #expect(await eventually { !stage.events.notices.isEmpty })
      try stage.drop("b.txt", "pies")
      try await Task.sleep(for: .milliseconds(100))
      #expect(stage.engine.texts == ["kot"])
      isFull.withLock { $0 = false }
      #expect(await eventually { stage.files("outbox").count == 4 })
    }
    #expect(stage.engine.texts == ["kot", "pies"])
    #expect(stage.events.notices.count == 1)
  }

  // MARK: A pass

  @Test("A text that is dropped during a pass is not its work")
  func dropped() async throws {
    stage.engine.prepare("kot", .hold)
    try stage.drop("a.txt", "kot")
    let stage = stage
    let run = Task { try await stage.run() }
    #expect(await eventually { stage.engine.running == 1 })
    try stage.drop("b.txt", "pies")
    try await Task.sleep(for: .milliseconds(100))
    stage.engine.release()
    let summary = try await run.value
    #expect(summary.translated == 1)
    #expect(summary.waiting == 0)
    #expect(stage.files("inbox") == ["b.txt"])
  }

  @Test("A pass waits for young texts, and no longer than ten settle times", .timeLimit(.minutes(1)))
  mutating func settling() async throws {
    stage.settings.settleTime = .milliseconds(100)
    try stage.drop("a.txt", "kot")
    try stage.drop("empty.txt", "")
    let began = ContinuousClock.now
    let summary = try await stage.run()
    #expect(began.duration(to: .now) >= .seconds(1))
    #expect(summary.translated == 1)
    #expect(summary.waiting == 1)
    #expect(stage.files("inbox") == ["empty.txt"])
  }

  @Test("A pass over an empty inbox ends at once")
  func empty() async throws {
    #expect(try await stage.run() == RunSummary())
    #expect(stage.files(".work") == [])
  }

  @Test("A text that somebody takes away during a pass is not waited for")
  mutating func takenAway() async throws {
    stage.settings.settleTime = .seconds(20)
    try stage.drop("a.txt", "kot")
    let stage = stage
    let run = Task { try await stage.run() }
    #expect(await eventually { stage.events.all == [.found("a.txt")] })
    unlink(stage.group.path + "/inbox/a.txt")
    let summary = try await run.value
    #expect(summary == RunSummary())
  }

  @Test("A pass that a full disk stops gives the text back and says so")
  func passDiskFull() async throws {
    let probe = DiskProbe { _, step in step.kind == .create && step.path.hasSuffix(".text") ? ENOSPC : nil }
    for name in ["a.txt", "b.txt"] { try stage.drop(name, name) }
    let summary = try await stage.run(probe)
    #expect(summary.diskTrouble?.code == ENOSPC)
    #expect(summary.waiting == 2)
    #expect(stage.files("inbox") == ["a.txt", "b.txt"])
    #expect(stage.files(".work") == [])
  }

  // MARK: Set-up trouble

  @Test("Without a configuration nothing moves and one message says why; once it is mended, work goes on")
  func noConfiguration() async throws {
    try stage.drop("a.txt", "kot")
    let settings = Switch(.failure(setup))
    let stage = stage
    let before = Files.everything(below: stage.group.path + "/inbox")
    try await watching(stage.transcriptor(settings.source).watch()) { _ in
      #expect(await eventually { stage.events.pauses == [setup] })
      try await Task.sleep(for: .milliseconds(200))
      #expect(stage.events.all == [.paused(setup)])
      #expect(Files.everything(below: stage.group.path + "/inbox") == before)
      #expect(try SpoolStatus(stage.group).pause?.reason == setup.message)
      settings.set(.success(configuration))
      #expect(await eventually { stage.files("outbox").count == 2 })
      #expect(stage.events.all.contains(.resumed))
      #expect(try SpoolStatus(stage.group).pause == nil)
    }
  }

  @Test("A pass without a configuration ends with that trouble, and nothing moves")
  func passWithoutConfiguration() async throws {
    try stage.drop("a.txt", "kot")
    let summary = await stage.transcriptor(Switch(.failure(setup)).source).pass().work()
    #expect(summary.trouble == setup)
    #expect(stage.files("inbox") == ["a.txt"])
    #expect(stage.files("outbox") == [])
  }

  @Test("A pause that a dead or ended process left is over with the first text that is answered")
  func stalePause() async throws {
    try stage.drop("a.txt", "kot")
    _ = await stage.transcriptor(Switch(.failure(setup)).source).pass().work()
    #expect(try SpoolStatus(stage.group).pause != nil)
    #expect(try await stage.run().translated == 1)
    #expect(try SpoolStatus(stage.group).pause == nil)
  }

  @Test(
    "A key that the service refuses pauses all after one answer; once it is changed, work goes on at once")
  func refusedKey() async throws {
    stage.engine.always(.trouble(setup))
    for number in 1...9 { try stage.drop("\(number).txt", "text \(number)") }
    let settings = Switch(.success(configuration))
    let stage = stage
    try await watching(stage.transcriptor(settings.source).watch()) { _ in
      #expect(await eventually { stage.files("inbox").count == 9 && stage.events.pauses == [setup] })
      let asked = stage.engine.texts.count
      #expect((1...4).contains(asked))
      try await Task.sleep(for: .milliseconds(200))
      #expect(stage.engine.texts.count == asked)
      #expect(stage.files("failed") == [])
      stage.engine.always(.answer)
      settings.set(.success(configuration))
      #expect(await eventually { stage.files("outbox").count == 18 })
    }
    #expect(stage.events.pauses == [setup])
  }

  @Test("Settings are read again when asked to; bad ones keep the old, and say so")
  mutating func reload() async throws {
    let settings = Switch(.success(configuration))
    let stage = stage
    var german = configuration
    german.settings.targetLanguage = try #require(Language("de"))
    try await watching(stage.transcriptor(settings.source).watch()) { watcher in
      try stage.drop("a.txt", "kot")
      #expect(await eventually { stage.files("outbox").count == 2 })
      settings.set(.failure(setup))
      await watcher.reload()
      #expect(await eventually { stage.events.notices.count == 1 })
      try stage.drop("b.txt", "kot")
      #expect(await eventually { stage.files("outbox").count == 4 })
      settings.set(.success(german))
      // A change alone is not read while nothing is wrong.
      try await Task.sleep(for: .milliseconds(100))
      try stage.drop("c.txt", "kot")
      #expect(await eventually { stage.files("outbox").count == 6 })
      let loads = settings.loads
      await watcher.reload()
      #expect(await eventually { settings.loads > loads })
      try stage.drop("d.txt", "kot")
      #expect(await eventually { stage.files("outbox").count == 8 })
    }
    let languages = try ["a", "b", "c", "d"].map { try stage.result($0 + ".json").targetLanguage.tag }
    #expect(languages == ["ru", "ru", "ru", "de"])
    #expect(stage.events.notices.first?.contains(setup.message) == true)
  }

  @Test("A group that others can write to is set-up trouble; once that is mended, work goes on")
  func openGroup() async throws {
    try stage.drop("a.txt", "kot")
    chmod(stage.group.path, 0o777)
    let stage = stage
    try await watching(stage.transcriptor().watch()) { _ in
      #expect(await eventually { stage.events.pauses.count == 1 })
      #expect(stage.events.pauses.first?.isSetup == true)
      #expect(stage.files("inbox") == ["a.txt"])
      chmod(stage.group.path, 0o700)
      #expect(await eventually { stage.files("outbox").count == 2 })
    }
  }

  // MARK: Service trouble

  @Test("Texts that the service can't answer go back to the inbox, and the pass ends with that trouble")
  func serviceTrouble() async throws {
    stage.engine.always(.trouble(service))
    for number in 1...9 { try stage.drop("\(number).txt", "text \(number)") }
    let summary = try await stage.run()
    #expect(summary.trouble == service)
    #expect(summary.translated == 0)
    #expect(summary.failed == 0)
    #expect(summary.waiting == 9)
    #expect(stage.engine.texts.count < 9)
    #expect(stage.files("inbox").count == 9)
    #expect(stage.files("failed") == [])
    #expect(stage.files(".work") == [])
    #expect(try SpoolStatus(stage.group).pause?.kind == .service)
  }

  @Test("One text that the service can't answer goes back, and the others are answered")
  func oneServiceTrouble() async throws {
    stage.engine.prepare("kot", .trouble(service))
    for text in ["kot", "pies", "lis"] { try stage.drop(text, text) }
    let summary = try await stage.run()
    #expect(summary.translated == 2)
    #expect(summary.waiting == 1)
    #expect(summary.trouble == service)
    #expect(stage.events.pauses == [])
    #expect(stage.files("inbox") == ["kot"])
  }

  @Test("Set-up trouble is told before service trouble, whichever came first")
  mutating func worst() async throws {
    stage.settings.maxConcurrent = 2
    stage.engine.prepare("kot", .trouble(service))
    stage.engine.prepare("pies", .trouble(setup))
    for text in ["kot", "pies"] { try stage.drop(text, text) }
    #expect(try await stage.run().trouble == setup)
  }
}
