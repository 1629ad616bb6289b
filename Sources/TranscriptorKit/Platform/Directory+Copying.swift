import Glibc

/// Copies for moves between file systems, piece by piece, however large a file is.
extension Directory {
  /// Writes a copy with the file's rights and time of change, and makes sure that it survives a loss of power.
  func copy(_ name: FileName, to folder: Directory, as newName: FileName) throws(SystemError) {
    let source = try reader(of: name)
    defer { close(source) }
    var raw = stat()
    guard fstat(source, &raw) == 0 else { throw failure("read", name) }
    let target = try folder.create(newName, holding: [], mode: 0o600)
    while true {
      let piece = try nextPiece(of: source, name)
      if piece.isEmpty { break }
      try target.write(piece)
    }
    try target.setRights(raw.st_mode & 0o7777, modified: raw.st_mtim)
    try target.sync()
  }

  /// Whether a file of another folder has the same bytes.
  func holdsSame(_ name: FileName, as other: FileName, in folder: Directory) throws(SystemError) -> Bool {
    guard let here = try status(of: name), let there = try folder.status(of: other),
      there.kind == .regular, here.size == there.size
    else { return false }
    let (one, two) = (try reader(of: name), try folder.reader(of: other))
    defer {
      close(one)
      close(two)
    }
    while true {
      let piece = try nextPiece(of: one, name)
      guard try folder.nextPiece(of: two, other) == piece else { return false }
      if piece.isEmpty { return true }
    }
  }

  private func reader(of name: FileName) throws(SystemError) -> Int32 {
    let file = name.withCString { openat(descriptor, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
    guard file >= 0 else { throw failure("read", name) }
    return file
  }

  private func nextPiece(of file: Int32, _ name: FileName) throws(SystemError) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var filled = 0
    while filled < buffer.count {
      let count = buffer.withUnsafeMutableBytes {
        Glibc.read(file, $0.baseAddress.map { $0 + filled }, $0.count - filled)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure("read", name) }
      if count == 0 { break }
      filled += count
    }
    return Array(buffer[..<filled])
  }
}
