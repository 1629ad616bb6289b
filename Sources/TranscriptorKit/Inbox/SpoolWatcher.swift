import Glibc

/// Looks at a folder of texts again and again, and has each text that is settled translated.
///
/// Every look at the folder is the whole truth; nothing of what was seen before is needed to go on. The kernel's events
/// only bring the next look forward. At most twice as many texts as are translated at once are in hand, so all others
/// lie where they were dropped.
public actor SpoolWatcher {
  let spool: Spool
  let source: any TextSource
  let configuration: SpoolConfiguration.Source
  let report: @Sendable (SpoolEvent) -> Void
  /// Whether this is one pass over what is there, rather than a watch without end.
  let isPass: Bool

  var current: SpoolConfiguration?
  var queue: JobQueue?
  var summary = RunSummary()
  /// The texts in hand, by their claims.
  var inHand: [String: RelativePath] = [:]
  /// How many texts in hand have an outcome that the disk does not take.
  var stuck = 0
  var retries = RetrySchedule()
  /// The texts that could not be read when they were taken.
  private var unread = RetrySchedule(firstWait: .milliseconds(500))
  private var lastUnread: SystemError?
  /// Why nothing new is taken: what the disk said last.
  var diskTrouble: SystemError?
  /// The trouble that was reported last and is not over.
  var pause: TranslationTrouble?
  /// What the group's record says of the trouble, as far as this process wrote it.
  var recorded: PauseRecord?
  /// Whether a record that an earlier process may have left was removed.
  var hasResumed = false

  private var tracker: SettleTracker?
  private var ready: ArraySlice<InboxEntry> = []
  /// The texts of a pass that are not settled yet; nil before its first look.
  private var wanted: Set<RelativePath>?
  private var lastStamp = ""
  private var loadAgain = ContinuousClock.now
  /// When the last look began.
  private var lastLook = ContinuousClock.now
  private var schedule = LookSchedule()
  private var deadline = ContinuousClock.now
  private var said: Set<String> = []
  private var counted = CountedNotices()
  /// The error numbers that were told since the last text was settled.
  var saidOfDisk: Set<Int32> = []
  private var wantsReload = false
  /// The texts that are tried alone, and whether one is in hand.
  var suspects: Set<String> = []
  private var isTryingSuspect = false
  private var folderEvents: FolderEvents?
  private let (events, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  /// Works on the texts of a source; `isPass` ends with those that are there now.
  init(
    spool: Spool, source: any TextSource, configuration: SpoolConfiguration.Source, isPass: Bool,
    report: @escaping @Sendable (SpoolEvent) -> Void
  ) {
    self.spool = spool
    self.source = source
    self.configuration = configuration
    self.isPass = isPass
    self.report = report
  }

  /// Reads the settings again at the next look; bad ones keep the old.
  public func reload() {
    wantsReload = true
    schedule.lookNow(.now)
    wake.yield()
  }

  /// Works until the pass is over, or until the task is cancelled; texts in hand are then given back.
  public func work() async -> RunSummary {
    await withDiscardingTaskGroup { group in
      if !isPass { folderEvents = FolderEvents { [wake] in wake.yield() } }
      await look()
      while !Task.isCancelled {
        await feed(&group)
        if isPass, isOver { break }
        await nextEvent()
        if folderEvents?.takeNews() == true { schedule.lookSoon() }
        if ContinuousClock.now >= schedule.nextLook { await look() }
      }
      group.cancelAll()
    }
    sayHowManyMore()
    folderEvents = nil
    if let wanted, !wanted.isEmpty {
      summary.waiting += wanted.count
      summary.diskTrouble = summary.diskTrouble ?? lastUnread
    }
    if isPass { await sayHowItEnds() }
    await spool.close()
    return summary
  }

  /// Whether a pass has nothing left to do or to wait for.
  private var isOver: Bool {
    guard inHand.isEmpty else { return false }
    guard let wanted, current != nil else { return true }
    if summary.trouble != nil, pause != nil { return true }
    if diskTrouble != nil { return true }
    return wanted.isEmpty || (ready.isEmpty && lastLook >= deadline)
  }

  // MARK: Looking

  /// A pass looks often while it waits for young files; a watch as often as the settings say.
  private var interval: Duration {
    guard let settings = current?.settings else { return .seconds(1) }
    return isPass
      ? min(settings.pollInterval, max(settings.settleTime / 4, .milliseconds(20))) : settings.pollInterval
  }

  /// Waits until something happens, or until it is time for the next look.
  private func nextEvent() async {
    // The queue opens by itself after a while, so what waits for it is offered again now and then.
    let offerAgain = ready.isEmpty ? schedule.nextLook : min(schedule.nextLook, .now + .seconds(1))
    let timer = Task { [wake] in
      // A timer that was stopped has nothing to say, or each event would bring on the next.
      if (try? await Task.sleep(until: offerAgain)) != nil { wake.yield() }
    }
    var iterator = events.makeAsyncIterator()
    _ = await iterator.next()
    timer.cancel()
  }

  private func look() async {
    schedule.lookBegins(.now, interval: interval, settleTime: current?.settings.settleTime ?? .zero)
    guard await configure(), let settings = current?.settings else { return }
    sayHowManyMore()
    lastLook = .now
    var settles: ContinuousClock.Instant?
    defer { schedule.lookEnds(.now, settles: settles, deadline: isPass ? deadline : nil) }
    do {
      let takenUp = try await spool.open(originals: settings.originals)
      summary.translated += takenUp.translated
      summary.failed += takenUp.failed
      sayWhatIsLeft(takenUp.errors)
      // The disk that kept them from their places is fine again.
      if takenUp.count > 0, pause == nil { await resume() }
      if let error = takenUp.stopping { throw error }
      // What another process kept of its trouble is looked at again once a text is done.
      hasResumed = false
      suspects = try await spool.suspects()
      let scan = try await source.look(terms(settings))
      folderEvents?.endLook()
      if stuck == 0 {
        diskTrouble = nil
        // A look needs no room on the disk, so it says nothing of that.
        saidOfDisk.formIntersection([ENOSPC, EDQUOT, EROFS])
      }
      sayWhatIsOutOfReach(scan)
      settles = sort(scan, settings: settings)
    } catch let trouble as TranslationTrouble {
      ready = []
      await stop(for: trouble)
    } catch {
      // The end of the work also ends a long look.
      guard !Task.isCancelled else { return }
      ready = []
      await stop(for: error)
    }
  }

  /// What a look goes by.
  ///
  /// A watch keeps so many texts in sight that memory stays small, however many lie there.
  private func terms(_ settings: Settings) -> ScanTerms {
    var terms = ScanTerms(heldNames: settings.heldNames, limit: isPass ? .max : Self.textsInSight)
    let now = ContinuousClock.now
    for path in retries.paths { terms.known[path] = retries.allows(path, now: now) }
    for path in unread.paths { terms.known[path] = unread.allows(path, now: now) }
    // A folder that is only read shows its texts also while they are in hand.
    for path in inHand.values { terms.known[path] = false }
    if let folderEvents { terms.visit = { folderEvents.watch($0) } }
    return terms
  }

  private static let textsInSight = 10_000

  /// Puts what a look found in the order of its turns.
  ///
  /// - Returns: When the first young file would be settled.
  private func sort(_ scan: InboxScan, settings: Settings) -> ContinuousClock.Instant? {
    var tracker = tracker ?? SettleTracker(settleTime: settings.settleTime)
    let look = tracker.look(at: scan.entries, now: .now)
    self.tracker = tracker
    let known = scan.present.union(inHand.values)
    unread.forgetAll(but: known)
    var settled = look.settled
    if isPass {
      let there = known.union(scan.entries.map(\.path))
      if wanted == nil {
        wanted = there
        countWhatIsElsewhere(scan)
        deadline = .now + settings.settleTime * 10
        for path in there { report(.found(path.text)) }
      }
      wanted?.formIntersection(there)
      settled = settled.filter { wanted?.contains($0.path) == true }
    } else {
      retries.forgetAll(but: known)
    }
    ready = TurnOrder.ordered(settled)[...]
    return look.nextSettles
  }

  /// Texts on another file system than the group go on waiting, and a person has to know.
  private func countWhatIsElsewhere(_ scan: InboxScan) {
    for (path, reason) in scan.held where reason == .otherFileSystem {
      summary.waiting += 1
      summary.diskTrouble = SystemError("take", path.text, code: EXDEV)
    }
  }

  private func sayWhatIsOutOfReach(_ scan: InboxScan) {
    for (path, reason) in scan.held {
      switch reason {
      case .unreachable(let why): say(.notLookedAt, path, because: "\(why).")
      case .otherFileSystem: say(.notTaken, path, because: "it is \(reason.description)")
      default: break
      }
    }
  }

  private func sayWhatIsLeft(_ errors: [SystemError]) {
    for error in errors {
      summary.diskTrouble = summary.diskTrouble ?? error
      sayOnce("A text that an ended process had in hand is safe, but not in its place yet: \(error).")
    }
  }

  /// Reports something the first time that it is so.
  func sayOnce(_ text: String) {
    if said.insert(text).inserted { report(.notice(text)) }
  }

  /// Reports the first file of its kind; of the others, how many there are is reported with the next look.
  private func say(_ kind: CountedNotices.Kind, _ path: RelativePath, because reason: String) {
    if let notice = counted.note(kind, path, because: reason) { report(.notice(notice)) }
  }

  private func sayHowManyMore() {
    for notice in counted.rest() { report(.notice(notice)) }
  }

  /// Reports a fault of the disk once, however many files it shows in, until a text was settled.
  func sayOnce(_ error: SystemError) {
    guard saidOfDisk.insert(error.code).inserted else { return }
    report(.notice("\(error). Nothing is lost; work goes on when that is mended."))
  }

  // MARK: Configuring

  /// Reads the configuration at first, when asked to, and when a paused set-up may have been mended.
  private func configure() async -> Bool {
    let stamp = configuration.stamp()
    let isDue = ContinuousClock.now >= loadAgain
    let mayBeMended = pause?.isSetup == true && stamp != lastStamp
    if current != nil, !wantsReload, !mayBeMended {
      if pause?.isSetup == true, isDue { await replaceEngine() }
      return true
    }
    if current == nil, !wantsReload, stamp == lastStamp, !isDue { return false }
    lastStamp = stamp
    wantsReload = false
    loadAgain = .now + Self.reloadInterval
    do {
      let loaded = try await configuration.load()
      if current?.settings.settleTime != loaded.settings.settleTime { tracker = nil }
      current = loaded
      let maxConcurrent = loaded.settings.maxConcurrent
      if let queue {
        await queue.replace(engine: loaded.engine, maxConcurrent: maxConcurrent)
      } else {
        queue = JobQueue(engine: loaded.engine, maxConcurrent: maxConcurrent)
      }
      retries = RetrySchedule()
      if pause?.isSetup == true { await resume() }
    } catch {
      // A command that was to print the key fails where it is stopped together with this.
      guard !Task.isCancelled else { return false }
      let trouble = error as? TranslationTrouble
      guard current == nil || mayBeMended else {
        report(
          .notice("The settings were not read again: \(trouble?.message ?? "\(error)") The old ones stay."))
        return true
      }
      await stop(for: trouble ?? TranslationTrouble(.setup, "\(error)", hint: "Run transcriptor settings."))
      return false
    }
    return true
  }

  /// Asks anew for the key that the service refused: what prints it may print another by now.
  ///
  /// The queue stays closed; it lets one text through when its own time comes.
  private func replaceEngine() async {
    loadAgain = .now + Self.reloadInterval
    guard let loaded = try? await configuration.load() else { return }
    current = loaded
    await queue?.replace(engine: loaded.engine)
  }

  /// How often a set-up that is at fault is read again although no file of it changed.
  private static let reloadInterval = Duration.seconds(60)

  // MARK: Feeding

  /// Takes as many settled texts as the queue has places for.
  private func feed(_ group: inout DiscardingTaskGroup) async {
    guard let queue, let current, !ready.isEmpty else { return }
    var room = await queue.admits(inHand: inHand.count)
    while diskTrouble == nil, stuck == 0, !Task.isCancelled {
      let batch = nextBatch(room)
      guard !batch.isEmpty else { return }
      let taken = await source.take(batch, current)
      ready = ready.dropFirst(taken.count)
      for (entry, taken) in zip(batch, taken) {
        do {
          switch try taken.get() {
          case .changed: break
          case .upToDate: wanted?.remove(entry.path)
          case .claimed(let text):
            room -= 1
            unread.forget(entry.path)
            inHand[text.claim.token] = entry.path
            isTryingSuspect = isSuspect(entry)
            group.addTask { await self.carry(text, through: queue, current) }
          }
        } catch let trouble as TranslationTrouble {
          await stop(for: trouble)
        } catch let unread as UnreadText {
          isUnread(entry.path, unread.error)
        } catch {
          await takingFailed(entry.path, error)
        }
      }
    }
  }

  /// The texts that are taken next: one suspect while nothing else is in hand, or all others up to the next suspect.
  private func nextBatch(_ room: Int) -> ArraySlice<InboxEntry> {
    guard !isTryingSuspect else { return [] }
    let next = ready.prefix(max(0, room))
    guard let first = next.first, isSuspect(first) else { return next.prefix { !isSuspect($0) } }
    return inHand.isEmpty ? next.prefix(1) : []
  }

  private func isSuspect(_ entry: InboxEntry) -> Bool { suspects.contains(entry.status.identity) }

  /// A text that can't be read now is like one that is still written: it is judged anew a little later.
  private func isUnread(_ path: RelativePath, _ error: SystemError) {
    unread.postpone(path, now: .now)
    lastUnread = error
    say(.notRead, path, because: "\(error.reason). It is tried again.")
  }

  private func takingFailed(_ path: RelativePath, _ error: any Error) async {
    guard let error = error as? SystemError else { return sayOnce("\(error)") }
    wanted?.remove(path)
    summary.waiting += 1
    guard !error.isFullOrReadOnly else { return await stop(for: error) }
    summary.diskTrouble = error
    say(.notTaken, path, because: "\(error).")
    retries.postpone(path, now: .now)
  }

  /// Learns that a text is in hand no more, and whether a pass has done with it.
  func ended(_ claim: Claim) {
    inHand[claim.token] = nil
    if inHand.isEmpty { isTryingSuspect = false }
    wanted?.remove(claim.path)
    wake.yield()
  }
}
