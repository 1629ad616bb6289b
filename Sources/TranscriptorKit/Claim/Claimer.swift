import Glibc

/// Takes a settled file out of the inbox, for this process alone.
struct Claimer: Sendable {
  let inbox: Directory
  let area: WorkArea

  /// Claims a file by one atomic rename into the working area.
  ///
  /// - Returns: Nil where the file is gone, was replaced or has changed since it was looked at; it then lies in the
  ///   inbox as before, and the next look judges it anew.
  /// - Throws: `SystemError` where it can't be moved; it then lies in the inbox as before.
  func claim(_ entry: InboxEntry) throws(SystemError) -> Claim? {
    let source: Directory
    do { source = try inbox.directory(entry.path.folders) } catch
      where [ENOENT, ELOOP, ENOTDIR].contains(error.code)
    {
      return nil
    }
    let number = area.nextNumber()
    let name = ClaimState.claimed.folderName(number: number)
    try area.directory.makeDirectory(name, mode: 0o700)
    let folder = try area.directory.directory(name)
    let claim = Claim(
      token: Claim.token(run: area.name, number: number), number: number, path: entry.path,
      run: area.directory, folder: folder,
      identity: entry.status.identity, holdsOriginal: true)
    do throws(SystemError) {
      let original = try folder.directory([Claim.originalName] + entry.path.folders, making: 0o700)
      try source.take(entry.path.name, to: original)
      // The rename itself changes ctime, so only what a rename leaves alone is compared.
      if let now = try original.status(of: entry.path.name), now.isSameContent(as: entry.status) {
        return claim
      }
      try HandBack(inbox: inbox).giveBack(claim, in: area.directory)
      return nil
    } catch {
      // Should this fail too, the text stays in the working area and is taken up when this process ends.
      try? HandBack(inbox: inbox).giveBack(claim, in: area.directory)
      if error.code == ENOENT { return nil }
      throw error
    }
  }
}

extension FileStatus {
  /// Whether two looks show the same regular file with the same content, as far as a look can tell.
  func isSameContent(as other: FileStatus) -> Bool {
    kind == .regular && other.kind == .regular && device == other.device && inode == other.inode
      && size == other.size && modified == other.modified
  }
}
