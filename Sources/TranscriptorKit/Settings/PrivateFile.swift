import Glibc

/// A file that decides where a key goes, or holds one, and is trusted only where nobody else could have a hand in it.
enum PrivateFile {
  /// Reads a file of this user's own that gives no right to anybody else.
  ///
  /// A link is followed where it is this user's own, as the tools that keep dot files in one place make them.
  /// - Returns: Nil where there is no such file.
  /// - Throws: `TranslationTrouble` of kind set-up, with the command that mends the rights.
  static func read(_ path: String, limit: Int) throws(TranslationTrouble) -> [UInt8]? {
    guard let link = try status(path) else { return nil }
    guard link.owner == geteuid() else {
      throw TranslationTrouble(
        .setup, "\(path) belongs to another user, so it is not used.",
        hint: "Remove it, or make it yours with: chown \(geteuid()) '\(path)'")
    }
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw unreadable(path, errno) }
    defer { close(file) }
    var raw = stat()
    guard fstat(file, &raw) == 0 else { throw unreadable(path, errno) }
    let status = FileStatus(raw)
    guard status.kind == .regular else {
      throw TranslationTrouble(
        .setup, "\(path) is \(status.kind.rawValue), not a file.", hint: "Put a file in its place.")
    }
    guard status.owner == geteuid() else {
      throw TranslationTrouble(
        .setup, "\(path) leads to a file of another user, so it is not used.",
        hint: "Put a file of your own in its place.")
    }
    guard status.mode & 0o077 == 0 else {
      throw TranslationTrouble(
        .setup, "Other users have rights to \(path), so it is not used.",
        hint: "Take these away with: chmod 600 '\(path)'")
    }
    return try bytes(of: file, path, limit: limit)
  }

  private static func status(_ path: String) throws(TranslationTrouble) -> FileStatus? {
    var raw = stat()
    if lstat(path, &raw) == 0 { return FileStatus(raw) }
    let code = errno
    guard code != ENOENT, code != ENOTDIR else { return nil }
    throw unreadable(path, code)
  }

  private static func bytes(of file: Int32, _ path: String, limit: Int) throws(TranslationTrouble) -> [UInt8]
  {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 12)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(path, errno) }
      if count == 0 { return bytes }
      bytes += buffer.prefix(count)
      guard bytes.count <= limit else {
        throw TranslationTrouble(
          .setup, "\(path) is larger than \(limit) bytes.", hint: "See whether it is the file that you meant."
        )
      }
    }
  }

  static func unreadable(_ path: String, _ code: Int32) -> TranslationTrouble {
    let error = SystemError("read", path, code: code)
    return TranslationTrouble(
      .setup, "The program \(error.description).", hint: "Give yourself the right to read it, or remove it.")
  }
}
