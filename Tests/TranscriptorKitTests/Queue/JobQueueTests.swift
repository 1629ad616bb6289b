import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("The queue of jobs")
struct JobQueueTests {
  private let engine = ScriptedEngine()
  private let service = TranslationTrouble(.service(retryAfter: nil), "The service is busy.", hint: "Wait.")
  private let setup = TranslationTrouble(.setup, "The key is wrong.", hint: "Set it.")
  private let settings: TranslationSettings

  init() throws { settings = TranslationSettings(targetLanguage: try #require(Language("ru"))) }

  private func queue(atOnce: Int = 4) -> JobQueue { JobQueue(engine: engine, maxConcurrent: atOnce) }
  private func job(_ text: String) -> Job { Job(text: text, settings: settings) }

  private func task(_ text: String, in queue: JobQueue) -> Task<JobOutcome, Never> {
    let job = job(text)
    return Task { await queue.translate(job) }
  }

  @Test("As many jobs run at once as may, and never one more")
  func bounded() async throws {
    engine.always(.hold)
    let queue = queue(atOnce: 3)
    var tasks = (1...4).map { task("text \($0)", in: queue) }
    // Three are new in each round, while others wait and others end.
    for round in 1...4 {
      tasks += (1...3).map { task("text \(round).\($0)", in: queue) }
      #expect(await eventually { engine.texts.count == round * 3 && engine.running == 3 })
      engine.release()
    }
    #expect(await eventually { engine.texts.count == 15 })
    engine.release()
    #expect(await eventually { engine.texts.count == 16 })
    engine.release()
    for task in tasks {
      guard case .translated = await task.value else {
        Issue.record("a job was not answered")
        continue
      }
    }
    #expect(engine.peak == 3)
  }

  @Test("Each caller gets the answer to its own text, whatever order they come in")
  func ownAnswers() async {
    let queue = queue(atOnce: 8)
    let texts = (1...40).map { "text \($0)" }
    for text in texts { engine.prepare(text, .late(.milliseconds(Int.random(in: 0...20)))) }
    let tasks = texts.map { (text: $0, task: task($0, in: queue)) }
    for (text, task) in tasks {
      #expect(await task.value == .translated(ScriptedEngine.answer(for: text), engine: .gemini))
    }
    #expect(engine.peak <= 8)
  }

  @Test("A number below one means one at once")
  func atLeastOne() async {
    #expect(
      await queue(atOnce: 0).translate(job("a"))
        == .translated(ScriptedEngine.answer(for: "a"), engine: .gemini))
  }

  @Test("A job that waits can be cancelled, and is never sent")
  func cancelWaiting() async {
    engine.always(.hold)
    let queue = queue(atOnce: 1)
    let first = task("first", in: queue)
    #expect(await eventually { engine.running == 1 })
    let waiting = task("waiting", in: queue)
    let last = task("last", in: queue)
    try? await Task.sleep(for: .milliseconds(20))
    waiting.cancel()
    #expect(await waiting.value == .cancelled)
    engine.release()
    #expect(await eventually { engine.running == 1 && engine.texts.count == 2 })
    engine.release()
    #expect(await first.value == .translated(ScriptedEngine.answer(for: "first"), engine: .gemini))
    #expect(await last.value == .translated(ScriptedEngine.answer(for: "last"), engine: .gemini))
    #expect(engine.texts.sorted() == ["first", "last"])
  }

  @Test("Jobs that wait can be dismissed together, and those that run are answered")
  func dismiss() async {
    engine.always(.hold)
    let queue = queue(atOnce: 1)
    let first = task("first", in: queue)
    #expect(await eventually { engine.running == 1 })
    let outcomes = Guarded<[JobOutcome]>([])
    for text in ["second", "third"] {
      let other = task(text, in: queue)
      Task {
        let outcome = await other.value
        outcomes.withLock { $0.append(outcome) }
      }
    }
    let areDismissed = await eventually {
      await queue.dismissWaiting()
      return outcomes.withLock { $0 } == [.cancelled, .cancelled]
    }
    #expect(areDismissed)
    engine.release()
    #expect(await first.value != .cancelled)
    #expect(engine.texts == ["first"])
  }

  @Test("A job that runs can be cancelled, and its place goes to the next")
  func cancelRunning() async {
    engine.prepare("first", .hold)
    let queue = queue(atOnce: 1)
    let first = task("first", in: queue)
    #expect(await eventually { engine.running == 1 })
    let next = task("next", in: queue)
    first.cancel()
    #expect(await first.value == .cancelled)
    #expect(await next.value == .translated(ScriptedEngine.answer(for: "next"), engine: .gemini))
    #expect(await queue.pause == nil)
  }

  @Test("A job whose task was cancelled before is not sent")
  func cancelledBefore() async {
    let queue = queue()
    let job = job("a")
    let outcome = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await queue.translate(job)
    }.value
    #expect(outcome == .cancelled)
    #expect(engine.texts.isEmpty)
  }

  @Test("Trouble of one text is its own, and the others go on")
  func item() async {
    let blocked = TranslationTrouble(.item(.blocked), "Refused.", hint: "Change it.")
    engine.prepare("bad", .trouble(blocked))
    let queue = queue()
    #expect(await queue.translate(job("bad")) == .refused(.blocked, blocked))
    #expect(await queue.pause == nil)
    #expect(await queue.translate(job("good")) != .waiting(blocked))
  }

  @Test("Set-up trouble pauses everything at once, and nothing more is sent")
  func setupPauses() async {
    engine.prepare("a", .trouble(setup))
    let queue = queue()
    #expect(await queue.translate(job("a")) == .waiting(setup))
    #expect(await queue.pause?.trouble == setup)
    #expect(await queue.translate(job("b")) == .waiting(setup))
    #expect(engine.texts == ["a"])
    #expect(await queue.admits(inHand: 0) == 0)
  }

  @Test("One text that the service fails pauses nothing, three in a row do")
  func serviceTrouble() async {
    for text in ["a", "b", "c"] { engine.prepare(text, .trouble(service)) }
    let queue = queue()
    #expect(await queue.translate(job("a")) == .waiting(service))
    #expect(await queue.pause == nil)
    #expect(await queue.translate(job("b")) == .waiting(service))
    #expect(await queue.pause == nil)
    #expect(await queue.translate(job("c")) == .waiting(service))
    #expect(await queue.pause?.trouble == service)
    #expect(await queue.translate(job("d")) == .waiting(service))
    #expect(engine.texts == ["a", "b", "c"])
  }

  @Test("After a pause one text probes, and an answer lets the others go on", .timeLimit(.minutes(1)))
  func resume() async throws {
    for text in ["a", "b", "c"] { engine.prepare(text, .trouble(service)) }
    let queue = queue()
    for text in ["a", "b", "c"] { _ = await queue.translate(job(text)) }
    let until = try #require(await queue.pause?.until)
    try await Task.sleep(until: until)
    #expect(await queue.admits(inHand: 0) == 1)
    engine.prepare("probe", .hold)
    let probe = task("probe", in: queue)
    #expect(await eventually { engine.running == 1 })
    #expect(await queue.admits(inHand: 1) == 0)
    #expect(await queue.translate(job("d")) == .waiting(service))
    engine.release()
    #expect(await probe.value == .translated(ScriptedEngine.answer(for: "probe"), engine: .gemini))
    #expect(await queue.pause == nil)
    #expect(await queue.admits(inHand: 0) == 8)
    #expect(await queue.translate(job("d")) == .translated(ScriptedEngine.answer(for: "d"), engine: .gemini))
  }

  @Test("With another number at once, jobs that run count on, and those that wait begin or not as it says")
  func replaces() async throws {
    engine.always(.hold)
    let queue = queue(atOnce: 2)
    let tasks = (1...9).map { task("text \($0)", in: queue) }
    #expect(await eventually { engine.running == 2 })
    await queue.replace(engine: engine, maxConcurrent: 4)
    #expect(await eventually { engine.running == 4 })
    await queue.replace(engine: engine, maxConcurrent: 1)
    engine.release()
    #expect(await eventually { engine.texts.count == 5 && engine.running == 1 })
    for count in 6...9 {
      engine.release()
      #expect(await eventually { engine.texts.count == count })
      #expect(engine.running == 1)
    }
    engine.release()
    for task in tasks { _ = await task.value }
    #expect(engine.peak == 4)
  }

  @Test("Other settings end a pause")
  func replacesPause() async throws {
    engine.always(.trouble(setup))
    let queue = queue()
    _ = await queue.translate(job("a"))
    #expect(await queue.pause != nil)
    engine.always(.answer)
    await queue.replace(engine: engine, maxConcurrent: 4)
    #expect(await queue.pause == nil)
    #expect(await queue.translate(job("a")) == .translated(ScriptedEngine.answer(for: "a"), engine: .gemini))
  }

  @Test("Twice as many texts are taken in hand as run at once")
  func admits() async {
    let queue = queue(atOnce: 3)
    #expect(await queue.admits(inHand: 0) == 6)
    #expect(await queue.admits(inHand: 5) == 1)
    #expect(await queue.admits(inHand: 9) == 0)
  }
}
