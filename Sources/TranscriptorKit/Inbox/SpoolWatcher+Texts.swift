import FoundationEssentials
import Glibc

/// The way of one text that is in hand.
extension SpoolWatcher {
  /// Has a text translated and its outcome carried out, or gives it back.
  func carry(_ text: ClaimedText, through queue: JobQueue, _ configuration: SpoolConfiguration) async {
    let path = text.claim.path
    switch text.content {
    case .failure(let trouble):
      if case .item(let code) = trouble.kind { await refuse(text, code, trouble) }
    case .success(let source):
      let translation = configuration.translation(of: path)
      let job = Job(text: source.text, settings: translation)
      switch await WorkMark.$current.withValue(text.mark, operation: { await queue.translate(job) }) {
      case .translated(let answer, let engine):
        var result = TranslationResult(
          clientIdentifier: path.text, sourceText: source.text, settings: translation, engine: engine,
          answer: answer, translatedAt: Date())
        result.encoding = source.encoding
        result.warnings += source.warnings
        result.nameBytes = path.isUTF8 ? nil : path.bytes
        if await keep(text, .translated(result)) {
          summary.translated += 1
          retries.forget(path)
          report(.translated(path.text))
          await resume()
        }
      case .refused(let code, let trouble):
        await refuse(text, code, trouble)
        await resume()
      case .waiting(let trouble):
        await giveBack(text, because: trouble)
        // What a person mends is tried at once, and a text that was not asked for waits only for the queue.
        if !trouble.isSetup, trouble.attempts > 0 { retries.postpone(path, now: .now) }
        await noticePause(of: queue, trouble)
      case .cancelled:
        await giveBack(text, because: nil)
      }
    }
    ended(text.claim)
  }

  private func refuse(_ text: ClaimedText, _ code: FailureCode, _ trouble: TranslationTrouble) async {
    // The text is about to lie beside its error, where whoever mends it finds it.
    let isMended = text.claim.holdsOriginal && [.notText, .empty, .tooLarge, .unreadable].contains(code)
    let failure = TranslationFailure(
      clientIdentifier: text.claim.path.text, code: code, message: trouble.message,
      hint: trouble.hint
        + (isMended ? "\(trouble.hint.hasSuffix(".") ? "" : ".") Then: transcriptor retry NAME" : ""),
      attempts: trouble.attempts, failedAt: Date(), fingerprint: text.fingerprint)
    guard await keep(text, .refused(failure)) else { return }
    summary.failed += 1
    retries.forget(text.claim.path)
    report(.failed(failure))
  }

  /// Keeps an outcome and carries it out; a watch waits as long as the disk does not take it.
  private func keep(_ text: ClaimedText, _ outcome: TextOutcome) async -> Bool {
    var isStuck = false
    defer { if isStuck { stuck -= 1 } }
    // The work on it has come to its end, and whoever carries the outcome out later knows the file no more.
    if suspects.remove(text.claim.identity) != nil { await spool.clearSuspicion(of: text.claim) }
    while true {
      do {
        try await spool.settle(text.claim, outcome)
        saidOfDisk = []
        return true
      } catch let lost as LostHold {
        if lost == .textChanged { await giveBack(text, because: nil) } else { sayLost(text) }
        return false
      } catch let trouble as TranslationTrouble {
        await stop(for: trouble)
      } catch {
        await stop(for: error)
      }
      if !isStuck { stuck += 1 }
      isStuck = true
      if !isPass, (try? await Task.sleep(for: pauseOfDisk)) != nil { continue }
      await giveBack(text, because: nil)
      return false
    }
  }

  /// How long the disk is left alone after a fault.
  private var pauseOfDisk: Duration {
    min(.seconds(2), (current?.settings.pollInterval ?? .seconds(1)) * 10)
  }

  private func giveBack(_ text: ClaimedText, because trouble: TranslationTrouble?) async {
    do {
      try await spool.giveBack(text.claim)
    } catch is LostHold {
      sayLost(text)
    } catch {
      sayOnce("\(text.claim.path.text) is safe, but can't be put back into its folder yet: \(error)")
    }
    summary.waiting += 1
    report(.waiting(text.claim.path.text, trouble))
  }

  private func sayLost(_ text: ClaimedText) {
    sayOnce(
      "\(text.claim.path.text) is safe in the group that it was taken from, which was replaced meanwhile.")
  }

  // MARK: Pausing

  /// Stops taking texts because no request can succeed.
  func stop(for trouble: TranslationTrouble) async {
    if summary.trouble?.isSetup != true { summary.trouble = trouble }
    guard pause != trouble else { return }
    pause = trouble
    report(.paused(trouble))
    await keepPause(PauseRecord(trouble: trouble, until: nil))
  }

  /// Stops taking texts because a folder of ours can't be used.
  func stop(for error: any Error) async {
    let error = error as? SystemError ?? SystemError("use", "the group", code: EIO)
    diskTrouble = error
    summary.diskTrouble = error
    sayOnce(error)
    // Answers that nobody can take are not to be paid for.
    await queue?.dismissWaiting()
    await keepPause(PauseRecord(error))
  }

  /// Keeps why no text is translated for `status`, where that is news.
  private func keepPause(_ record: PauseRecord) async {
    guard record != recorded else { return }
    recorded = record
    await spool.keepPause(record)
  }

  /// Tells, once, that the queue stopped after a text could not be answered, and keeps until when it does.
  private func noticePause(of queue: JobQueue, _ trouble: TranslationTrouble) async {
    // Of a text that was asked for, rather than one that waited behind it.
    let says = summary.trouble == nil || trouble.attempts > 0
    if says, summary.trouble?.isSetup != true { summary.trouble = trouble }
    guard let queuePause = await queue.pause else { return }
    if pause?.isSetup != queuePause.trouble.isSetup { report(.paused(queuePause.trouble)) }
    pause = queuePause.trouble
    var until: Date?
    if case .service = queuePause.trouble.kind {
      until = Date(timeIntervalSinceNow: (queuePause.until - .now) / .seconds(1))
    }
    await keepPause(PauseRecord(trouble: queuePause.trouble, until: until))
  }

  /// Keeps for `status` why texts wait when a pass is over, or that nothing is wrong any more.
  func sayHowItEnds() async {
    if let trouble = summary.trouble {
      if pause == nil { await keepPause(PauseRecord(trouble: trouble, until: nil)) }
    } else if diskTrouble == nil {
      await spool.forgetPauseOfTheDead()
    }
  }

  /// Tells, once, that the trouble is over.
  func resume() async {
    if pause != nil { report(.resumed) }
    guard pause != nil || recorded != nil || !hasResumed else { return }
    pause = nil
    recorded = nil
    hasResumed = true
    await spool.keepPause(nil)
  }
}
