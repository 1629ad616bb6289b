import Glibc

/// Takes up what dead processes left in the working area.
///
/// A process is dead exactly when its lock can be taken, whatever its age, by somebody whom the lock would have reached.
/// While the lock is held here, nobody else takes the same work up.
struct Recovery: Sendable {
  let folders: GroupFolders
  /// This process's own folder, which is not looked at.
  let own: FileName
  /// How far the locks here reach; what they do not decide on is left alone.
  var reach = LockReach.machine

  /// What a dead process left, with the lock that makes it ours.
  struct Abandoned: Sendable {
    let name: FileName
    let directory: Directory
    fileprivate let lock: FileLock
    /// Claims whose outcome is kept and only has to be carried out.
    var toSettle: [Settlement.Item] = []
    /// Why texts stay where they are.
    fileprivate(set) var errors: [SystemError] = []
  }

  /// The folders of other processes, living or dead, whose locks are decided on here.
  func others() throws(SystemError) -> [FileName] {
    try WorkArea.allNames(in: folders.work).filter { $0 != own && reach.decides(on: $0) }
  }

  /// Gives unanswered texts of a dead process back to the inbox and collects those with an outcome.
  ///
  /// A text that can't be given back stays where it is, and keeps no other from it.
  /// - Returns: Nil where the process lives, or left nothing.
  /// - Throws: `SystemError` where the working area can't be read.
  func takeUp(_ name: FileName) throws(SystemError) -> Abandoned? {
    guard let lock = try FileLock.take(WorkArea.lockName(of: name), in: folders.work) else { return nil }
    guard try folders.work.status(of: name) != nil else {
      try folders.work.remove(WorkArea.lockName(of: name))
      return nil
    }
    var abandoned = Abandoned(name: name, directory: try folders.work.directory(name), lock: lock)
    do throws(SystemError) { try countDeath(of: name, in: abandoned.directory) } catch {
      abandoned.errors.append(error)
    }
    let entries = try abandoned.directory.entries().sorted()
    let numbers = Set(entries.compactMap { ClaimState.reading($0)?.number })
    for entry in entries {
      do throws(SystemError) {
        if let number = Staging.number(of: entry), !numbers.contains(number) {
          // Its claim is done with; after a loss of power a file that was removed may be back.
          try abandoned.directory.remove(entry)
        } else {
          try takeUp(entry, of: &abandoned)
        }
      } catch {
        abandoned.errors.append(error)
      }
    }
    return abandoned
  }

  private func takeUp(_ entry: FileName, of abandoned: inout Abandoned) throws(SystemError) {
    guard let (number, state) = ClaimState.reading(entry) else { return }
    let run = abandoned.directory
    guard let claim = try claim(number: number, in: entry, of: abandoned) else {
      // Its text is out already, or never came in: what is left is an empty shell.
      try Staging.removeAll(number: number, in: run)
      return try run.removeTree(entry)
    }
    // An outbox that was named for one run may be gone; there is no original to give back, so nothing is lost.
    let isHomeless = try Staging(claim: claim, run: run).outboxPath().map { access($0, F_OK) != 0 } ?? false
    if isHomeless {
      try HandBack(inbox: folders.inbox).drop(claim, in: state, of: run)
    } else if state == .claimed {
      try HandBack(inbox: folders.inbox).giveBack(claim, in: run)
    } else {
      abandoned.toSettle.append(Settlement.Item(claim: claim, run: run, state: state, outcome: nil))
    }
  }

  /// Removes a dead process's folder, once nothing is left in it, and then its lock.
  func close(_ abandoned: Abandoned) throws(SystemError) {
    guard try abandoned.directory.entries().isEmpty else { return }
    try folders.work.removeDirectory(abandoned.name)
    try folders.work.remove(WorkArea.lockName(of: abandoned.name))
  }

  /// Counts the death of a process against the texts that our own code was at work on.
  private func countDeath(of name: FileName, in run: Directory) throws(SystemError) {
    guard try run.status(of: WorkMarks.name) != nil else { return }
    let suspects = Suspects(in: folders.work)
    // Only then the file goes: a crash in between never forgets the death, and nobody counts that of one process twice.
    for identity in try WorkMarks.identities(in: run) { try suspects.addDeath(of: name, to: identity) }
    try run.remove(WorkMarks.name)
  }

  private func claim(
    number: Int, in name: FileName, of abandoned: Abandoned
  ) throws(SystemError) -> Claim? {
    let folder = try abandoned.directory.directory(name)
    let original = try folder.directoryIfThere([Claim.originalName])
    let path: RelativePath?
    if let found = try original?.soleFile() {
      path = found
    } else {
      path = try keptPath(number: number, of: abandoned)
    }
    guard let path else { return nil }
    return Claim(
      token: Claim.token(run: abandoned.name, number: number), number: number, path: path,
      run: abandoned.directory, folder: folder,
      identity: "", holdsOriginal: original != nil)
  }

  private func keptPath(number: Int, of abandoned: Abandoned) throws(SystemError) -> RelativePath? {
    let name = Staging.pathName(number: number)
    guard try abandoned.directory.status(of: name) != nil else { return nil }
    return RelativePath(bytes: try abandoned.directory.read(name, limit: 1 << 16).bytes)
  }
}
