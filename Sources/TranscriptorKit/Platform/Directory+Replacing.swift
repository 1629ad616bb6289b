import Glibc

/// Small files that are written anew as a whole.
extension Directory {
  /// Writes a file for this user alone, which takes the place of an older one in a single step.
  ///
  /// What a process that was stopped in the midst of this left is removed.
  func replace(_ name: FileName, with bytes: [UInt8]) throws(SystemError) {
    let prefix = ".\(name.text)."
    for entry in try entries() where Self.isLeft(entry, prefix: prefix) { try? remove(entry) }
    let aside = FileName("\(prefix)\(getpid())-\(UInt32.random(in: 0...UInt32.max))")
    try write(bytes, to: aside, mode: 0o600)
    do throws(SystemError) {
      try move(aside, to: name)
    } catch {
      try? remove(aside)
      throw error
    }
    try sync()
  }

  /// Whether a file was written aside by a process that is no more (kill(2), ESRCH).
  private static func isLeft(_ entry: FileName, prefix: String) -> Bool {
    guard entry.text.hasPrefix(prefix) else { return false }
    let parts = entry.text.dropFirst(prefix.count).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let process = pid_t(parts[0]), process > 0, UInt32(parts[1]) != nil else {
      return false
    }
    return kill(process, 0) != 0 && errno == ESRCH
  }
}
