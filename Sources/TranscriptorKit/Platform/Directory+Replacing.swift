import Glibc

/// Small files that are written anew as a whole.
extension Directory {
  /// Writes a file for this user alone, which takes the place of an older one in a single step.
  ///
  /// What a process that was stopped in the midst of this left is removed.
  func replace(_ name: FileName, with bytes: [UInt8]) throws(SystemError) {
    removeLeft(of: name)
    let prefix = Self.asidePrefix(of: name)
    while true {
      let aside = FileName("\(prefix)\(UInt64.random(in: 0...UInt64.max))")
      let file = try create(aside, holding: bytes, mode: 0o600)
      file.lock()
      do throws(SystemError) {
        try file.sync()
        try move(aside, to: name)
        return try sync()
      } catch {
        // Somebody who sweeps may have come between the making and the lock.
        let isThere = try status(of: aside) != nil
        try? remove(aside)
        guard error.code == ENOENT, !isThere else { throw error }
      }
    }
  }

  /// Removes what was written aside by processes that are no more, and so hold no lock on it; where a lock may be out of
  /// sight, it stays.
  func removeLeft(of name: FileName) {
    let prefix = Self.asidePrefix(of: name)
    guard let names = try? entries() else { return }
    let left = names.filter { entry in
      entry.text.hasPrefix(prefix) && UInt64(entry.text.dropFirst(prefix.count)) != nil
    }
    guard !left.isEmpty, let reach = try? LockReach(in: self), reach == .machine || reach == .server else {
      return
    }
    for entry in left where (try? FileLock.isHeld(entry, in: self)) == false { try? remove(entry) }
  }

  private static func asidePrefix(of name: FileName) -> String { ".\(name.text)." }
}
