import FoundationEssentials
import Glibc

/// Looks at a folder of texts again and again, and has each text that is settled translated.
///
/// Every look at the folder is the whole truth; nothing of what was seen before is needed to go on. At most twice as
/// many texts as are translated at once are in hand, so all others lie where they were dropped.
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
  /// Why nothing new is taken: what the disk said last.
  var diskTrouble: SystemError?
  /// The trouble that was reported last and is not over.
  var pause: TranslationTrouble?
  /// What the group's record says of the trouble, as far as this process wrote it.
  var recorded: PauseRecord?
  /// Whether a record that an earlier process may have left was removed.
  var hasResumed = false

  private var tracker: SettleTracker?
  private var ready: [InboxEntry] = []
  /// The texts of a pass that are not settled yet; nil before its first look.
  private var wanted: Set<RelativePath>?
  private var lastStamp = ""
  private var loadAgain = ContinuousClock.now
  private var notBefore = ContinuousClock.now
  /// When the last look began.
  private var lastLook = ContinuousClock.now
  private var deadline = ContinuousClock.now
  private var said: Set<String> = []
  /// The error numbers that were told since the last text was settled.
  var saidOfDisk: Set<Int32> = []
  private var wantsReload = false
  /// The texts that are tried alone, and whether one is in hand.
  var suspects: Set<String> = []
  private var isTryingSuspect = false
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
    wake.yield()
  }

  /// Works until the pass is over, or until the task is cancelled; texts in hand are then given back.
  public func work() async -> RunSummary {
    await withDiscardingTaskGroup { group in
      await look()
      group.addTask { await self.tick() }
      while !Task.isCancelled {
        await feed(&group)
        if isPass, isOver { break }
        await nextEvent()
        if ContinuousClock.now >= notBefore { await look() }
      }
      group.cancelAll()
    }
    summary.waiting += wanted?.count ?? 0
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

  private func tick() async {
    while !Task.isCancelled {
      try? await Task.sleep(for: interval)
      wake.yield()
    }
    wake.finish()
  }

  /// A pass looks often while it waits for young files; a watch as often as the settings say.
  private var interval: Duration {
    guard let settings = current?.settings else { return .seconds(1) }
    return isPass
      ? min(settings.pollInterval, max(settings.settleTime / 4, .milliseconds(20))) : settings.pollInterval
  }

  private func nextEvent() async {
    var iterator = events.makeAsyncIterator()
    _ = await iterator.next()
  }

  private func look() async {
    guard await configure(), let settings = current?.settings else { return }
    let began = ContinuousClock.now
    lastLook = began
    do {
      sayWhatIsLeft(try await spool.open(originals: settings.originals))
      suspects = try await spool.suspects()
      let scan = try await source.look()
      if stuck == 0 {
        diskTrouble = nil
        // A look needs no room on the disk, so it says nothing of that.
        saidOfDisk.formIntersection([ENOSPC, EDQUOT, EROFS])
      }
      sayWhatIsOutOfReach(scan)
      sort(scan, settings: settings)
    } catch let trouble as TranslationTrouble {
      ready = []
      await stop(for: trouble)
    } catch {
      ready = []
      await stop(for: error)
    }
    // However many files lie there, looking takes at most a tenth of the time.
    notBefore = .now + min(began.duration(to: .now) * 10, .seconds(60))
    // What a pass waits for may settle until its deadline, and then one look decides.
    if isPass, began < deadline { notBefore = min(notBefore, deadline) }
  }

  private func sort(_ scan: InboxScan, settings: Settings) {
    var tracker = tracker ?? SettleTracker(settleTime: settings.settleTime)
    let moment = SettleTracker.Moment(wall: Int64(Date().timeIntervalSince1970 * 1e9), steady: .now)
    // A folder that is only read shows its texts also while they are in hand.
    let inHand = Set(inHand.values)
    let settled = tracker.look(at: scan.entries, now: moment).settled.filter { !inHand.contains($0.path) }
    self.tracker = tracker
    if isPass {
      let there = Set(scan.entries.map(\.path))
      if wanted == nil {
        wanted = there
        countWhatIsElsewhere(scan)
        deadline = .now + settings.settleTime * 10
        for path in there { report(.found(path.text)) }
      }
      wanted?.formIntersection(there.union(inHand))
      ready = settled.filter { wanted?.contains($0.path) == true }
    } else {
      let now = ContinuousClock.now
      retries.forgetAll(but: Set(scan.entries.map(\.path)).union(inHand))
      ready = settled.filter { retries.allows($0.path, now: now) }
    }
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
      case .unreachable(let why): sayOnce("\(path.text) can't be looked at: \(why).")
      case .otherFileSystem: sayOnce("\(path.text) can't be taken: it is \(reason.description)")
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
    guard let queue, let current, !ready.isEmpty, !isTryingSuspect else { return }
    var room = await queue.admits(inHand: inHand.count)
    var index = ready.startIndex
    while index < ready.endIndex, room > 0, diskTrouble == nil, stuck == 0, !Task.isCancelled {
      let entry = ready[index]
      let isSuspect = suspects.contains(entry.status.identity)
      if isSuspect, !inHand.isEmpty { break }
      index += 1
      do {
        switch try await source.take(entry, current) {
        case .changed: break
        case .upToDate: wanted?.remove(entry.path)
        case .claimed(let text):
          room -= 1
          inHand[text.claim.token] = entry.path
          if isSuspect {
            isTryingSuspect = true
            room = 0
          }
          group.addTask { await self.carry(text, through: queue, current) }
        }
      } catch let trouble as TranslationTrouble {
        await stop(for: trouble)
      } catch {
        await takingFailed(entry.path, error)
      }
    }
    ready.removeSubrange(..<index)
  }

  private func takingFailed(_ path: RelativePath, _ error: any Error) async {
    guard let error = error as? SystemError else { return sayOnce("\(error)") }
    wanted?.remove(path)
    summary.waiting += 1
    guard !error.isFullOrReadOnly else { return await stop(for: error) }
    summary.diskTrouble = error
    sayOnce("\(path.text) can't be taken: \(error).")
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
