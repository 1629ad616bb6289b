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

    fileprivate var written = Staging.Written()
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
      guard item.state == .claimed, let outcome = item.outcome else { return }
      item.written = try Staging(claim: item.claim).write(
        outcome, destination: try destination(of: item.claim, in: outcome.state))
    }
    each(&items) { item throws(SystemError) in
      for file in item.written.files { try file.sync() }
      for folder in item.written.folders { try folder.sync() }
      item.written = Staging.Written()
    }
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

  private func publishFirst(_ item: inout Item) throws(SystemError) {
    let claim = item.claim
    guard let waiting = try waitingFolder(of: item) else { return }
    let folder = try destination(of: claim, in: item.state).directory(claim.path.folders, making: 0o755)
    let names = ResultNames(original: claim.path.name)
    var first: (Directory, FileName)?
    if item.state == .answered {
      first = (try claim.folder.directory(Staging.textName), Staging.textName)
    } else if claim.holdsOriginal {
      first = (try claim.originalFolder(), claim.path.name)
    }
    var publication = PairPublication(
      first: first, lastFolder: waiting, destination: folder,
      names: item.state == .answered ? names.result : names.failure)
    try publication.publishFirst()
    item.publication = publication
    item.changed = [folder]
  }

  private func publishLast(_ item: inout Item) throws(SystemError) {
    try item.publication?.publishLast()
    item.changed = item.publication.map { [$0.destination] } ?? []
  }

  private func putOriginalAway(_ item: inout Item) throws(SystemError) {
    let claim = item.claim
    guard item.state == .answered, claim.holdsOriginal else { return }
    let source = try claim.originalFolder()
    guard try source.status(of: claim.path.name) != nil else { return }
    if originals == .delete { return try source.remove(claim.path.name) }
    let folder = try folders.done.directory(claim.path.folders, making: 0o755)
    try source.relocate(claim.path.name, to: folder, asFirstFreeOf: NumberedName(claim.path.name))
    item.changed = [folder]
  }

  private func removeClaim(_ item: inout Item) throws(SystemError) {
    try item.run.removeTree(item.state.folderName(number: item.claim.number))
  }

  /// The folder in which the pair's last file waits; nil where it is published already.
  private func waitingFolder(of item: Item) throws(SystemError) -> Directory? {
    let name = item.state == .answered ? Staging.outboxName : Staging.failedName
    guard let folder = try item.claim.folder.directoryIfThere([name] + item.claim.path.folders) else {
      return nil
    }
    return try folder.entries().isEmpty ? nil : folder
  }

  /// The folder that the outcome's sub-folders are made in.
  private func destination(of claim: Claim, in state: ClaimState) throws(SystemError) -> Directory {
    if state == .refused { return folders.failed }
    guard let path = try claim.outboxPath() else { return folders.outbox }
    return try Directory(path: path, hook: folders.root.hook)
  }

  /// The result as it is kept in the claim; nil where it is published, and so recorded, already.
  private func result(of item: Item) -> TranslationResult? {
    if case .translated(let result) = item.outcome { return result }
    guard let folder = try? waitingFolder(of: item), let name = try? folder.entries().min() else {
      return nil
    }
    guard let bytes = try? folder.read(name, limit: 1 << 26).bytes else { return nil }
    return try? JSONDecoder().decode(TranslationResult.self, from: Data(bytes))
  }

  private func each(_ items: inout [Item], _ body: (inout Item) throws(SystemError) -> Void) {
    for index in items.indices where items[index].error == nil {
      do { try body(&items[index]) } catch { items[index].error = error }
    }
  }

  /// Syncs each folder that the last phase changed, once, for all texts in it.
  private func syncChanged(_ items: inout [Item]) {
    var outcomes: [String: SystemError?] = [:]
    each(&items) { item throws(SystemError) in
      for folder in item.changed {
        if outcomes[folder.path] == nil {
          do throws(SystemError) {
            try folder.sync()
            outcomes[folder.path] = .some(nil)
          } catch {
            outcomes[folder.path] = .some(error)
          }
        }
        if let error = outcomes[folder.path] ?? nil { throw error }
      }
      item.changed = []
    }
  }
}
