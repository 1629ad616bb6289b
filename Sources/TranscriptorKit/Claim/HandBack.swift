import Glibc

/// Gives a text back to the inbox, where it waits like any other.
struct HandBack: Sendable {
  let inbox: Directory

  /// Moves the original back to its path, numbered where that is taken meanwhile, and removes the claim's folder.
  ///
  /// What was written of an outcome that is not kept is dropped: the text will be translated anew.
  func giveBack(_ claim: Claim, in run: Directory) throws(SystemError) {
    try Staging.removeAll(number: claim.number, in: run)
    if claim.holdsOriginal, try claim.hasOriginal() {
      let source = try claim.originalFolder()
      // With a number, a name may be longer than the file system allows.
      try inbox.withSpelling(of: claim.path) { path throws(SystemError) in
        let folder = try inbox.folder(of: path, making: 0o755)
        try source.relocate(
          claim.path.name, to: folder, asFirstFreeOf: NumberedName(path.name), marks: claim.folder)
      }
    }
    try run.removeTree(ClaimState.claimed.folderName(number: claim.number))
  }

  /// Removes a claim that has no original, in whatever state it is.
  func drop(_ claim: Claim, in state: ClaimState, of run: Directory) throws(SystemError) {
    try Staging.removeAll(number: claim.number, in: run)
    try run.removeTree(state.folderName(number: claim.number))
  }
}
