import FoundationEssentials

/// What `status` reads, in another process.
extension Spool {
  static let pauseName = FileName(".paused.json")

  /// Keeps why this process has no text translated, or removes what any process kept; a group that can't be written to
  /// goes without.
  func keepPause(_ pause: PauseRecord?) {
    guard let root = try? openFolders().root else { return }
    guard var pause else {
      root.removeLeft(of: Self.pauseName)
      try? root.remove(Self.pauseName)
      return
    }
    pause.process = areaName?.text
    try? root.replace(Self.pauseName, with: Array(pause.kept.pretty.utf8))
  }

  /// Removes what is kept of the trouble of a process that is no more, or of this one.
  func forgetPauseOfTheDead() {
    guard let folders = try? openFolders() else { return }
    let bytes = try? folders.root.read(Self.pauseName, limit: 1 << 16).bytes
    let pause = bytes.flatMap { try? JSONDecoder().decode(PauseRecord.self, from: Data($0)) }
    if let name = pause?.process.flatMap({ FileName(bytes: $0.utf8) }), name != areaName,
      (try? FileLock.isHeld(WorkArea.lockName(of: name), in: folders.work)) == true
    {
      return
    }
    keepPause(nil)
  }
}
