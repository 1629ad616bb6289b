import Glibc

/// What processes have in hand, or left, of which nobody here can tell whether they live.
///
/// They work on another machine, or reached the folder by another mount, and their locks do not reach this process.
struct WorkElsewhere: Sendable {
  private let work: Directory
  private let reach: LockReach

  /// Looks at a group's working area.
  init(in work: Directory) throws(SystemError) {
    self.work = work
    reach = try LockReach(in: work)
  }

  /// The texts, by their paths below the inbox.
  func texts() throws(SystemError) -> [RelativePath] {
    var found: [RelativePath] = []
    for name in try folders() {
      guard let run = try work.directoryIfThere([name]) else { continue }
      for entry in try run.entries() where ClaimState.reading(entry) != nil {
        let original = try run.directoryIfThere([entry, Claim.originalName])
        if let path = try original?.soleFile() { found.append(path) }
      }
    }
    return found.sorted()
  }

  /// Makes all of it work that dead processes of this machine left, on the word of the user that they are dead.
  ///
  /// - Returns: How many texts there are.
  func takeOver() throws(SystemError) -> Int {
    let count = try texts().count
    for name in try folders() {
      let own = reach.folderName(like: name)
      do { try work.move(name, to: own) } catch  where error.code == ENOENT {
        // A lock whose folder was never made, or another process that takes over too.
      }
      let lock = WorkArea.lockName(of: name)
      if try work.status(of: lock) != nil { try work.remove(lock) }
    }
    return count
  }

  private func folders() throws(SystemError) -> [FileName] {
    try WorkArea.allNames(in: work).filter { !reach.decides(on: $0) }
  }
}
