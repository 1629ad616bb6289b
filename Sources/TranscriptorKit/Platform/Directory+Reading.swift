import Glibc

extension Directory {
  /// Reads a regular file, without following a link and without waiting for a writer of a pipe.
  /// - Parameter limit: At most this many bytes; one more is read where there are more, so that the caller sees it.
  /// - Returns: The bytes and what the file was after the last one.
  /// - Throws: `SystemError`; EINVAL where the entry is no regular file.
  package func read(_ name: FileName, limit: Int) throws(SystemError) -> (bytes: [UInt8], status: FileStatus)
  {
    let file = name.withCString { openat(descriptor, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
    guard file >= 0 else { throw failure("read", name) }
    defer { close(file) }
    var raw = stat()
    guard fstat(file, &raw) == 0 else { throw failure("read", name) }
    guard FileStatus(raw).kind == .regular else { throw failure("read", name, code: EINVAL) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(Int(raw.st_size), limit) + 1)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = buffer.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure("read", name) }
      if count == 0 { break }
      bytes.append(contentsOf: buffer[..<count].prefix(limit + 1 - bytes.count))
    }
    guard fstat(file, &raw) == 0 else { throw failure("read", name) }
    return (bytes, FileStatus(raw))
  }
}
