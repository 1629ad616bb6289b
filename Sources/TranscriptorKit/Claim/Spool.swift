import Glibc

/// Everything that this process does with the group's files, one thing after the other, off the shared threads.
package actor Spool {
  private let executor = BlockingExecutor(label: "transcriptor.spool")
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let group: AppGroup
  private let record: Recorder
  private let hook: DiskHook?
  private var area: WorkArea?
  /// Whether the group was there before, so that one that is gone is waited for and not made anew.
  private var wasThere = false
  private var pending:
    [(claim: Claim, outcome: TextOutcome, done: CheckedContinuation<Settlement.Item, any Error>)] = []
  private var isSettling = false
  /// Claims that a fault of the disk kept from being settled, and that may have left files.
  private var triedBefore: Set<String> = []
  /// Claims that could not be given back yet.
  private var unreturned: [Claim] = []
  /// What is known of the names in folders of results, for a pass over a folder that is only read.
  var numberIndexes: [String: NumberIndex] = [:]
  /// How often files that a claim holds could not be read.
  private var unread: [String: Int] = [:]
  private var folderLock: (lock: FileLock, name: FileName)?
  private var originals = OriginalsPolicy.keep
  /// The file systems that were found fit to hold the group's folders.
  private var fitDevices: Set<UInt64> = []

  /// Adds results to the history, each with the token of its claim.
  package typealias Recorder = @Sendable ([(result: TranslationResult, claim: String)]) async -> Void

  /// This process's folder in the working area; nil where it has none yet.
  var areaName: FileName? { area?.name }

  package init(_ group: AppGroup, hook: DiskHook? = nil, record: @escaping Recorder) {
    self.group = group
    self.hook = hook
    self.record = record
  }

  /// Opens the group's folders, makes what is missing, and takes up what dead processes left.
  ///
  /// - Throws: `SystemError`, or `TranslationTrouble` of kind set-up.
  package func open(originals: OriginalsPolicy) async throws -> TakenUp {
    self.originals = originals
    let folders = try openFolders()
    try folders.requireWritable()
    for folder in [folders.work, folders.outbox, folders.done, folders.failed] {
      try requireSafeMoves(in: folder)
    }
    let area = try currentArea(in: folders.work)
    returnRest()
    let recovery = Recovery(folders: folders, own: area.name, reach: area.reach)
    var takenUp = TakenUp()
    for name in try recovery.others() {
      guard let abandoned = try recovery.takeUp(name) else { continue }
      let settled = await settlement(in: folders).settle(abandoned.toSettle)
      takenUp.errors += abandoned.errors + settled.compactMap(\.error)
      takenUp.translated += settled.count { $0.error == nil && $0.state == .answered }
      takenUp.failed += settled.count { $0.error == nil && $0.state == .refused }
      // An outbox that was named for one run is that run's own trouble.
      let ofGroup = settled.filter(\.claim.holdsOriginal).compactMap(\.error) + abandoned.errors
      takenUp.stopping = ofGroup.first(where: \.isFullOrReadOnly)
      if takenUp.stopping != nil { break }
      try recovery.close(abandoned)
    }
    return takenUp
  }

  /// Makes sure, once for each file system, that nothing is ever replaced there.
  func requireSafeMoves(in folder: Directory) throws {
    let device = try folder.status().device
    guard !fitDevices.contains(device) else { return }
    if try folder.requireSafeMoves() { fitDevices.insert(device) }
  }

  /// Takes a look at the inbox.
  package func scan(_ terms: ScanTerms = ScanTerms()) throws -> InboxScan {
    let folders = try openFolders()
    var terms = terms
    terms.results = Set(try [folders.outbox, folders.done, folders.failed].map { try $0.status().node })
    return try InboxScan(of: folders.inbox, claimedInto: folders.work, terms)
  }

  /// Claims files and reads them.
  ///
  /// - Returns: What came of each, up to the first that can't be taken now or until the task was cancelled; that one
  ///   and all after it lie in the inbox as before.
  func claim(
    _ entries: ArraySlice<InboxEntry>, decoder: TextDecoder
  ) async -> [Result<TakenText, any Error>] {
    var taken: [Result<TakenText, any Error>] = []
    do {
      let folders = try openFolders()
      let area = try currentArea(in: folders.work)
      let claimer = Claimer(inbox: folders.inbox, area: area)
      let deaths = try Suspects(in: folders.work).all()
      for entry in entries where !Task.isCancelled {
        let mark = WorkMark(marks: area.marks, identity: entry.status.identity)
        guard let claim = try claimer.claim(entry) else {
          taken.append(.success(.changed))
          continue
        }
        let decode = { mark.decode($0, decoder, deaths: deaths[mark.identity] ?? 0) }
        taken.append(.success(try await read(claim, as: entry, mark, limit: decoder.maxInputBytes, decode)))
      }
    } catch {
      taken.append(.failure(error))
    }
    return taken
  }

  /// Reads a text that was just claimed.
  private func read(
    _ claim: Claim, as entry: InboxEntry, _ mark: WorkMark, limit: Int,
    _ decode: ([UInt8]) -> Result<SourceText, TranslationTrouble>
  ) async throws -> TakenText {
    do {
      let (bytes, status) = try await read(claim, limit: limit)
      guard status.isSameContent(as: entry.status) else {
        try giveBack(claim)
        return .changed
      }
      return .claimed(ClaimedText(claim: claim, content: decode(bytes), mark: mark))
    } catch let error as SystemError where mayPass(error, claim) {
      try giveBack(claim)
      throw UnreadText(error: error)
    } catch let error as SystemError where [EACCES, EPERM, EIO].contains(error.code) {
      unread[claim.identity] = nil
      return .claimed(ClaimedText(claim: claim, content: .failure(.unreadable(error)), mark: mark))
    } catch {
      try giveBack(claim)
      throw error
    }
  }

  /// Whether a file that can't be read now may be readable a little later.
  ///
  /// A disk that stumbles is given some tries. A right that is missing is missing for good, where it is the file's mode
  /// that says so; a server may refuse what its files' modes allow.
  private func mayPass(_ error: SystemError, _ claim: Claim) -> Bool {
    guard isPassing(error, claim) else { return false }
    guard [EACCES, EPERM, EIO].contains(error.code) else { return true }
    unread[claim.identity, default: 0] += 1
    return unread[claim.identity, default: 0] < Self.triesToRead
  }

  private func isPassing(_ error: SystemError, _ claim: Claim) -> Bool {
    guard [EACCES, EPERM].contains(error.code) else { return error.mayPass }
    return (try? claim.originalFolder().mayRead(claim.path.name)) == true
  }

  /// So often a file that the disk or a server fails to give is tried before it counts as unreadable.
  private static let triesToRead = 4

  /// Reads a claimed file, with patience for what passes: a busy share, a lease, an editor's last save.
  private func read(_ claim: Claim, limit: Int) async throws -> (bytes: [UInt8], status: FileStatus) {
    for pause in [Duration.milliseconds(50), .milliseconds(250)] {
      do {
        return try readOnce(claim, limit: limit)
      } catch let error as SystemError where isPassing(error, claim) {
        try? await Task.sleep(for: pause)
      }
    }
    return try readOnce(claim, limit: limit)
  }

  private func readOnce(_ claim: Claim, limit: Int) throws -> (bytes: [UInt8], status: FileStatus) {
    let folder = try claim.originalFolder()
    try folder.step(.open, claim.path.name)
    return try folder.read(claim.path.name, limit: limit)
  }

  /// Keeps an outcome and carries it out, together with those of other texts that are ready at the same time.
  ///
  /// - Throws: `SystemError`, or `TranslationTrouble` of kind set-up; the text and its outcome then stay in the claim
  ///   and can be settled again.
  package func settle(_ claim: Claim, _ outcome: TextOutcome) async throws {
    let settled = try await withCheckedThrowingContinuation { done in
      pending.append((claim, outcome, done))
      if !isSettling {
        isSettling = true
        Task { await self.settlePending() }
      }
    }
    if let error = settled.error {
      triedBefore.insert(claim.token)
      throw error
    }
  }

  /// Gives a text back to the inbox.
  ///
  /// Where its outcome is kept but could not be carried out, the text stays in the working area instead, and whoever
  /// comes next carries the outcome out: an answer is paid for once. That of a text which is only read, and so lies where
  /// it lay, is dropped as long as nobody can see any of it.
  ///
  /// Where that can't be done now, it is tried again at each look and when the work ends.
  package func giveBack(_ claim: Claim) throws {
    do {
      try takeBack(claim)
    } catch {
      if error as? LostHold == nil { unreturned.append(claim) }
      throw error
    }
  }

  /// Tries again to give back what could not be given back.
  private func returnRest() {
    unreturned.removeAll { claim in
      do {
        try takeBack(claim)
        return true
      } catch {
        // What lies in a group that was replaced is taken up there.
        return error is LostHold
      }
    }
  }

  private func takeBack(_ claim: Claim) throws {
    let folders = try openFolders()
    try requireCurrent(claim, in: folders.work)
    let handBack = HandBack(inbox: folders.inbox)
    guard let state = try keptState(of: claim) else { return try handBack.giveBack(claim, in: claim.run) }
    // A text that is only read is seen by the next run whatever is kept for it, and would get two results.
    let item = Settlement.Item(claim: claim, run: claim.run, state: state, outcome: nil)
    if !claim.holdsOriginal, try settlement(in: folders).isHidden(item) {
      try handBack.drop(claim, in: state, of: claim.run)
    }
  }

  /// The state in which an outcome of a text is kept; nil where none is.
  private func keptState(of claim: Claim) throws -> ClaimState? {
    try ClaimState.allCases.dropFirst().first {
      try claim.run.status(of: $0.folderName(number: claim.number)) != nil
    }
  }

  /// The texts that are tried alone, by the identity of their files.
  func suspects() throws -> Set<String> { Set(try Suspects(in: openFolders().work).all().keys) }

  /// Forgets what counts against a text that was worked on to its end.
  func clearSuspicion(of claim: Claim) { try? Suspects(in: openFolders().work).clear(claim.identity) }

  /// Removes this process's part of the working area.
  package func close() {
    returnRest()
    unlockFolder()
    area?.close()
    area = nil
  }

  /// Keeps a lock for as long as this process works.
  func hold(_ lock: FileLock, named name: FileName) { folderLock = (lock, name) }

  private func unlockFolder() {
    if let name = folderLock?.name { try? openFolders().work.remove(name) }
    folderLock = nil
  }

  private func settlePending() async {
    while !pending.isEmpty {
      let batch = pending.prefix(Self.textsAtOnce)
      pending.removeFirst(batch.count)
      // Opened once for all of them, as all else that a batch can share.
      let folders = Result { try openFolders() }
      var ready: [(item: Settlement.Item, done: CheckedContinuation<Settlement.Item, any Error>)] = []
      for (claim, outcome, done) in batch {
        do {
          ready.append((try item(claim, outcome, in: folders.get().work), done))
        } catch {
          done.resume(throwing: error)
        }
      }
      guard !ready.isEmpty, let folders = try? folders.get() else { continue }
      let settled = await settlement(in: folders).settle(ready.map(\.item))
      for (item, (_, done)) in zip(settled, ready) { done.resume(returning: item) }
    }
    isSettling = false
  }

  /// So many texts are settled together: each keeps three files open meanwhile, of the 1024 that are usual.
  private static let textsAtOnce = 64

  private func item(_ claim: Claim, _ outcome: TextOutcome, in work: Directory) throws -> Settlement.Item {
    let run = claim.run
    try requireCurrent(claim, in: work)
    if let state = try keptState(of: claim) {
      return Settlement.Item(claim: claim, run: run, state: state, outcome: nil)
    }
    if triedBefore.contains(claim.token) {
      try Staging(claim: claim, run: run).discard()
      triedBefore.remove(claim.token)
    }
    if claim.holdsOriginal, let now = try claim.originalFolder().status(of: claim.path.name),
      now.identity != claim.identity
    {
      throw LostHold.textChanged
    }
    return Settlement.Item(claim: claim, run: run, state: .claimed, outcome: outcome)
  }

  /// Makes sure that a claim belongs to the group that is there now, so that no text crosses from one to another.
  private func requireCurrent(_ claim: Claim, in work: Directory) throws {
    guard try claim.run === currentArea(in: work).directory else { throw LostHold.groupReplaced }
  }

  private func settlement(in folders: GroupFolders) -> Settlement {
    Settlement(folders: folders, originals: originals, record: record)
  }

  /// Opens the group's folders as they are now.
  func openFolders() throws -> GroupFolders {
    let folders = try GroupFolders(group, mayMake: !wasThere, hook: hook)
    wasThere = true
    return folders
  }

  /// This process's part of the working area, made anew where somebody removed it, or where the group came back on
  /// another mount.
  func currentArea(in work: Directory) throws -> WorkArea {
    if let area, let named = try work.status(of: area.name), let held = try? area.directory.status(),
      named.inode == held.inode, named.device == held.device
    {
      return area
    }
    let made = try WorkArea(in: work)
    area = made
    return made
  }
}
