/// The jobs that wait for an engine and those that it works on, never more than a number at once.
///
/// Each caller awaits its own job, so answers find their texts in whatever order they come. The queue knows no file:
/// what has to wait is told so at once, and its text lies safely wherever the caller keeps it.
public actor JobQueue {
  private var engine: any TranslationEngine
  private var maxConcurrent: Int
  private var gate = QueueGate()
  private var running = 0
  private var waiting: [(ticket: Int, turn: CheckedContinuation<Bool, Never>)] = []
  private var lastTicket = 0

  /// Serves an engine with at most so many jobs at once.
  public init(engine: any TranslationEngine, maxConcurrent: Int) {
    self.engine = engine
    self.maxConcurrent = max(1, maxConcurrent)
  }

  /// Why no job starts now; nil while jobs do.
  public var pause: QueuePause? {
    switch gate.phase {
    case .open: nil
    case .closed(let trouble, let until): QueuePause(trouble: trouble, until: until)
    case .probing(let trouble): QueuePause(trouble: trouble, until: .now)
    }
  }

  /// How many more jobs may be brought by a caller who has brought a number that are not ended, so that every place
  /// is taken and as many wait behind them.
  public func admits(inHand: Int) -> Int { gate.admits(max(0, 2 * maxConcurrent - inHand), now: .now) }

  /// Has another engine serve the jobs that start from now on; a pause stays.
  public func replace(engine: any TranslationEngine) { self.engine = engine }

  /// Goes on with another engine and another number of jobs at once, whatever was wrong before.
  ///
  /// Jobs that run count on, so that together with those of before there are never more at once than may be.
  public func replace(engine: any TranslationEngine, maxConcurrent: Int) {
    self.engine = engine
    self.maxConcurrent = max(1, maxConcurrent)
    gate = QueueGate()
    while running < self.maxConcurrent, !waiting.isEmpty {
      running += 1
      waiting.removeFirst().turn.resume(returning: true)
    }
  }

  /// Translates a job when its turn comes.
  ///
  /// Cancelling the caller's task takes the job out, whether it waits or runs.
  public func translate(_ job: Job) async -> JobOutcome {
    guard await takePlace() else { return .cancelled }
    defer { leavePlace() }
    if let trouble = gate.start(now: .now) { return .waiting(trouble) }
    let engine = engine
    do {
      let answer = try await engine.translate(job.text, settings: job.settings)
      gate.answered()
      return .translated(answer, engine: engine.name)
    } catch let trouble as TranslationTrouble {
      gate.failed(trouble, now: .now)
      if case .item(let code) = trouble.kind { return .refused(code, trouble) }
      return .waiting(trouble)
    } catch {
      gate.abandoned(now: .now)
      return .cancelled
    }
  }

  /// Waits for a place; false where the task was cancelled meanwhile.
  private func takePlace() async -> Bool {
    if Task.isCancelled { return false }
    if running < maxConcurrent {
      running += 1
      return true
    }
    lastTicket += 1
    let ticket = lastTicket
    return await withTaskCancellationHandler {
      await withCheckedContinuation { turn in
        if Task.isCancelled { turn.resume(returning: false) } else { waiting.append((ticket, turn)) }
      }
    } onCancel: {
      Task { await self.giveUp(ticket) }
    }
  }

  /// Ends the jobs that wait for a place as if they were cancelled; those that run go on.
  func dismissWaiting() {
    for (_, turn) in waiting { turn.resume(returning: false) }
    waiting = []
  }

  private func giveUp(_ ticket: Int) {
    guard let index = waiting.firstIndex(where: { $0.ticket == ticket }) else { return }
    waiting.remove(at: index).turn.resume(returning: false)
  }

  /// Passes the place on to whoever waits longest, so that nobody comes in between.
  private func leavePlace() {
    if waiting.isEmpty || running > maxConcurrent {
      running -= 1
    } else {
      waiting.removeFirst().turn.resume(returning: true)
    }
  }
}
