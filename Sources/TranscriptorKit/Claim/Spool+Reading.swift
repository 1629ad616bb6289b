import FoundationEssentials
import Glibc

/// What a run over a folder that is only read needs of the group.
extension Spool {
  /// Keeps other processes from working on the same folder while this one lives.
  ///
  /// - Returns: Whether no other process does so already.
  func lock(_ folder: Directory) throws -> Bool {
    let status = try folder.status()
    let name = FileName("reading-\(status.device)-\(status.inode).lock")
    guard let lock = try FileLock.take(name, in: openFolders().work) else { return false }
    hold(lock, named: name)
    return true
  }

  /// Begins work on a text that stays where it is.
  func claimReading(_ entry: InboxEntry, outboxPath: String?) throws -> Claim {
    let area = try currentArea(in: openFolders().work)
    let number = area.nextNumber()
    let name = ClaimState.claimed.folderName(number: number)
    try area.directory.makeDirectory(name, mode: 0o700)
    let folder = try area.directory.directory(name)
    let claim = Claim(
      token: Claim.token(run: area.name, number: number), number: number, path: entry.path,
      run: area.directory, folder: folder,
      identity: entry.status.identity, holdsOriginal: false)
    if let outboxPath {
      let staging = Staging(claim: claim, run: area.directory)
      try area.directory.write(Array(outboxPath.utf8), to: staging.outboxName)
    }
    return claim
  }

  /// All results that the outbox has under the names that a text's result may get.
  func results(of path: RelativePath, outboxPath: String?) throws -> [TranslationResult] {
    let outbox = try outboxPath.map { try Directory(path: $0) } ?? openFolders().outbox
    var results: [TranslationResult] = []
    for (folder, path) in try outbox.foldersThere(of: path) {
      let names = ResultNames(original: path.name).result
      results += try index(of: folder, ending: ".json").names(of: names.last).compactMap { name in
        // Somebody may have taken it away meanwhile.
        guard let bytes = try? folder.read(name, limit: 1 << 26).bytes else { return nil }
        return try? JSONDecoder().decode(TranslationResult.self, from: Data(bytes))
      }
    }
    return results
  }

  /// The numbers of a folder's names, read once for each pass: the texts of a folder are many, and each is asked for
  /// once.
  private func index(of folder: Directory, ending: String) throws -> NumberIndex {
    let node = try folder.status().node
    let key = "\(node.device)-\(node.inode)\(ending)"
    if let known = numberIndexes[key] { return known }
    let made = NumberIndex(try folder.entries(), ending: ending)
    numberIndexes[key] = made
    return made
  }

  /// Whether a text failed before and is unchanged; errors of earlier states of the same file are removed.
  ///
  /// Its error may have any number, since a text of the inbox may have failed under the same path.
  func hasFailure(of path: RelativePath, fingerprint: Fingerprint) throws -> Bool {
    var isKnown = false
    for (folder, spelled) in try openFolders().failed.foldersThere(of: path) {
      let names = ResultNames(original: spelled.name).failure
      var outdated: [FileName] = []
      for name in try index(of: folder, ending: ResultNames.errorEnding).names(of: names.last) {
        // What an earlier text of the same series replaced is gone.
        guard let bytes = try? folder.read(name, limit: 1 << 20).bytes else { continue }
        let failure = try? JSONDecoder().decode(TranslationFailure.self, from: Data(bytes))
        guard failure?.clientIdentifier == path.text, let earlier = failure?.fingerprint else { continue }
        if earlier == fingerprint.text {
          isKnown = true
        } else if fingerprint.replaces(earlier) {
          outdated.append(name)
        }
      }
      for name in outdated { try folder.remove(name) }
    }
    return isKnown
  }
}
