import FoundationEssentials
import Glibc

/// Carries outcomes from their claims to where people look for them, many texts at a time.
///
/// Each phase is done for all texts before the next begins, so that one sync of a folder serves them all. A fault of
/// one text leaves it where it is and the others go on. Every phase finds out from the disk whether it was done
/// before, so the same code finishes what a dead process began.
struct Settlement: Sendable {
  let folders: GroupFolders
  let originals: OriginalsPolicy
  /// Adds results to the history; a claim that is recorded already is not added again.
  let record: @Sendable ([(result: TranslationResult, claim: String)]) async -> Void

  /// A text on its way out.
  struct Item: Sendable {
    let claim: Claim
    /// The folder that the claim's folder lies in.
    let run: Directory
    var state: ClaimState
    /// What is to be kept; nil where it lies in the claim already.
    var outcome: TextOutcome?
    /// Why the text is not settled; nil where it is.
    var error: SystemError?

    /// The number of the pair whose JSON waits in the working area; nil where it does not, or nobody looked yet.
    fileprivate var number: Int?
    fileprivate var written: [WrittenFile] = []
    fileprivate var publication: PairPublication?
    /// The folders that this text's last phase changed.
    fileprivate var changed: [Directory] = []

    init(claim: Claim, run: Directory, state: ClaimState, outcome: TextOutcome?) {
      self.claim = claim
      self.run = run
      self.state = state
      self.outcome = outcome
    }
  }

  /// Settles texts; those with an `error` afterwards are not done and can be settled again.
  func settle(_ items: [Item]) async -> [Item] {
    var items = items
    keep(&items)
    let results = items.filter { $0.error == nil && $0.state == .answered }.compactMap { item in
      result(of: item).map { (result: $0, claim: item.claim.token) }
    }
    if !results.isEmpty { await record(results) }
    each(&items, publishFirst)
    syncChanged(&items)
    each(&items, publishLast)
    syncChanged(&items)
    each(&items, putOriginalAway)
    syncChanged(&items)
    each(&items, removeClaim)
    return items
  }

  /// Makes the outcomes safe inside their claims; from the rename on they count.
  private func keep(_ items: inout [Item]) {
    each(&items) { item throws(SystemError) in
      guard item.state == .claimed, let outcome = item.outcome else {
        item.number = try staging(item).waitingNumber(in: item.state)
        // What a dead process did last may not be on the disk yet, and what follows builds on it.
        item.changed = [item.run]
        return
      }
      let destination = try destination(of: item, in: outcome.state)
      let written = try staging(item).write(outcome, destination: destination)
      item.number = written.number
      item.written = written.files
      item.changed = [item.run]
      // That the original has left the inbox is safe before its result is seen, or it would be translated again.
      guard item.claim.holdsOriginal else { return }
      if let source = try inboxFolder(of: item.claim.path) {
        item.changed.append(source)
      } else {
        // It lies on the same file system as the claim, wherever it is now.
        try folders.work.syncFileSystem()
      }
    }
    syncWritten(&items)
    syncChanged(&items)
    each(&items) { item throws(SystemError) in
      guard item.state == .claimed, let outcome = item.outcome else { return }
      let number = item.claim.number
      try item.run.move(
        ClaimState.claimed.folderName(number: number), to: outcome.state.folderName(number: number))
      item.state = outcome.state
      item.changed = [item.run]
    }
    syncChanged(&items)
  }

  /// The folder that a text came from; nil where it is gone or moved, or where somebody closed it or put something else
  /// in its place, which may keep no text from its result.
  private func inboxFolder(of path: RelativePath) throws(SystemError) -> Directory? {
    do throws(SystemError) { return try folders.inbox.directoryIfThere(path.folders) } catch {
      guard [ENOTDIR, ELOOP, EACCES].contains(error.code) else { throw error }
      return nil
    }
  }

  private func publishFirst(_ item: inout Item) throws(SystemError) {
    let destination = try destination(of: item, in: item.state)
    guard item.number != nil else {
      // A dead process published it, and perhaps not safely.
      let folder = try destination.directoryIfThere(staging(item).place().folders)
      return item.changed = folder.map { [$0] } ?? []
    }
    do throws(SystemError) {
      try publishFirst(&item, below: destination)
    } catch {
      guard error.mayRefuseName else { throw error }
      try respell(&item, below: destination) { item throws(SystemError) in
        try publishFirst(&item, below: destination)
      }
    }
  }

  /// Publishes under another spelling of the text's path, since the file system refuses the one that the pair had.
  private func respell(
    _ item: inout Item, below destination: Directory, _ publish: (inout Item) throws(SystemError) -> Void
  ) throws(SystemError) {
    var copy = item
    defer { item = copy }
    try destination.withSpelling(of: item.claim.path) { path throws(SystemError) in
      try keep(place: destination.place(of: path), for: &copy)
      try publish(&copy)
    }
  }

  private func publishFirst(_ item: inout Item, below destination: Directory) throws(SystemError) {
    guard let number = item.number else { return }
    let claim = item.claim
    let staging = staging(item)
    let state = item.state
    let folder = try openFolder(for: &item, below: destination)
    // The files were made in the working area, whose rights are this user's alone.
    if state == .answered { item.run.giveRights(of: folder, to: staging.textName) }
    item.run.giveRights(of: folder, to: staging.lastName(in: state, number: number))
    let names = try ResultNames(original: staging.place().name).names(in: state)
    var first: (Directory, FileName)?
    if state == .answered {
      first = (item.run, staging.textName)
    } else if claim.holdsOriginal {
      first = (try claim.originalFolder(), claim.path.name)
    }
    var publication = PairPublication(
      first: first, waiting: item.run, waitingName: { staging.lastName(in: state, number: $0) },
      destination: folder, names: names, number: number, marks: claim.folder, isResumed: item.outcome == nil)
    defer {
      item.number = publication.number
      item.publication = publication
    }
    try publication.publishFirst()
    item.changed.append(folder)
  }

  /// Whether nobody can see any of an outcome that is kept; a copy on another file system may have its name although
  /// its original is still in the claim.
  func isHidden(_ item: Item) throws(SystemError) -> Bool {
    let staging = staging(item)
    guard let number = try staging.waitingNumber(in: item.state) else { return false }
    let place = try staging.place()
    let names = ResultNames(original: place.name).names(in: item.state)
    let (name, published) =
      item.state == .answered
      ? (staging.textName, names.first(number))
      : (staging.lastName(in: item.state, number: number), names.last(number))
    guard try item.run.status(of: name) != nil else { return false }
    let folder: Directory?
    do throws(SystemError) {
      folder = try destination(of: item, in: item.state).directoryIfThere(place.folders)
    } catch {
      // An outbox that was named for one run may be gone, or take no such name.
      guard error.mayRefuseName else { throw error }
      return true
    }
    guard let folder else { return true }
    return try !item.run.isMoved(name, to: folder, as: published, marks: item.claim.folder)
  }

  /// Opens the folder that the pair belongs in, and makes it where it is missing; another where something else has
  /// its name by now.
  private func openFolder(
    for item: inout Item, below destination: Directory
  ) throws(SystemError) -> Directory {
    let place = try staging(item).place()
    do throws(SystemError) {
      return try destination.directory(place.folders, making: 0o755, noting: &item.changed)
    } catch {
      guard error.code == ENOTDIR || error.code == ELOOP else { throw error }
    }
    let components = Array(item.claim.path.folders) + [place.name]
    let other = try destination.place(of: RelativePath(components) ?? place)
    try keep(place: other, for: &item)
    return try destination.directory(other.folders, making: 0o755, noting: &item.changed)
  }

  private func keep(place: RelativePath, for item: inout Item) throws(SystemError) {
    guard let number = item.number else { return }
    try staging(item).keep(place: place, in: item.state, number: number)
  }

  private func publishLast(_ item: inout Item) throws(SystemError) {
    do throws(SystemError) {
      try item.publication?.publishLast()
    } catch {
      // Another name is for a pair of which nothing is out.
      guard error.mayRefuseName, try item.publication?.firstWaits() == true else { throw error }
      let destination = try destination(of: item, in: item.state)
      try respell(&item, below: destination) { item throws(SystemError) in
        try publishFirst(&item, below: destination)
        for folder in item.changed { try folder.sync() }
        try item.publication?.publishLast()
      }
    }
    item.changed = item.publication.map { [$0.destination] } ?? []
  }

  private func putOriginalAway(_ item: inout Item) throws(SystemError) {
    let claim = item.claim
    guard item.state == .answered, claim.holdsOriginal else { return }
    // A fault may have come when the claim was half removed.
    guard try claim.hasOriginal() else {
      item.changed = try folders.done.foldersThere(of: claim.path).map(\.folder)
      return
    }
    let source = try claim.originalFolder()
    if originals == .delete { return try source.remove(claim.path.name) }
    var changed: [Directory] = []
    try folders.done.withSpelling(of: claim.path) { path throws(SystemError) in
      let folder = try folders.done.folder(of: path, making: 0o755, noting: &changed)
      try source.relocate(
        claim.path.name, to: folder, asFirstFreeOf: NumberedName(path.name), marks: claim.folder)
      changed.append(folder)
    }
    item.changed += changed
  }

  /// The files go before the folder, so that none is ever left without one.
  private func removeClaim(_ item: inout Item) throws(SystemError) {
    try staging(item).removeRest()
    try item.run.removeTree(item.state.folderName(number: item.claim.number))
  }

  private func staging(_ item: Item) -> Staging { Staging(claim: item.claim, run: item.run) }

  /// The folder that the outcome's sub-folders are made in.
  private func destination(of item: Item, in state: ClaimState) throws(SystemError) -> Directory {
    if state == .refused { return folders.failed }
    guard let path = try staging(item).outboxPath() else { return folders.outbox }
    return try Directory(path: path, hook: folders.root.hook)
  }

  /// The result as it is kept in the working area; nil where it is published, and so recorded, already.
  private func result(of item: Item) -> TranslationResult? {
    if case .translated(let result) = item.outcome { return result }
    guard let number = item.number else { return nil }
    let name = staging(item).lastName(in: .answered, number: number)
    guard let bytes = try? item.run.read(name, limit: 1 << 26).bytes else { return nil }
    return try? JSONDecoder().decode(TranslationResult.self, from: Data(bytes))
  }

  /// Makes sure that what was written is on the disk: file by file, or from a number of texts on by one sync of the
  /// whole file system, which then costs less than half.
  private func syncWritten(_ items: inout [Item]) {
    let writers = items.filter { $0.error == nil && !$0.written.isEmpty }
    if writers.count > Self.textsToSyncAlone {
      do throws(SystemError) {
        try folders.work.syncFileSystem()
        for index in items.indices { items[index].written = [] }
        return
      } catch {
        // What could not be synced at once shows its fault when it is synced alone.
      }
    }
    each(&items) { item throws(SystemError) in
      for file in item.written { try file.sync() }
      item.written = []
    }
  }

  private static let textsToSyncAlone = 4

  private func each(_ items: inout [Item], _ body: (inout Item) throws(SystemError) -> Void) {
    for index in items.indices where items[index].error == nil {
      do { try body(&items[index]) } catch { items[index].error = error }
    }
  }

  /// Syncs each folder that the last phase changed, once, for all texts in it.
  private func syncChanged(_ items: inout [Item]) {
    var outcomes: [FileNode: SystemError?] = [:]
    each(&items) { item throws(SystemError) in
      for folder in item.changed {
        let node = try folder.status().node
        if outcomes[node] == nil {
          do throws(SystemError) {
            try folder.sync()
            outcomes[node] = .some(nil)
          } catch {
            outcomes[node] = .some(error)
          }
        }
        if let error = outcomes[node] ?? nil { throw error }
      }
      item.changed = []
    }
  }
}
