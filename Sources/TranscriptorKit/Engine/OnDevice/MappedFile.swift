import Glibc

/// The bytes of a file, mapped for reading as long as this object lives (mmap(2)).
///
/// Reading behind the end of a file that another program cut short would end the process, so whoever keeps one
/// compares `status` with the file before each use.
final class MappedFile {
  let path: String
  /// What the file was when it was mapped.
  let status: FileStatus
  let bytes: UnsafeRawBufferPointer

  init(path: String) throws(SystemError) {
    let (descriptor, status) = try Self.open(path)
    defer { close(descriptor) }
    self.path = path
    self.status = status
    // A mapping of nothing is refused by the kernel.
    guard status.size > 0 else {
      bytes = UnsafeRawBufferPointer(start: nil, count: 0)
      return
    }
    let start = mmap(nil, status.size, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let start, start != MAP_FAILED else { throw SystemError("map", path, code: errno) }
    bytes = UnsafeRawBufferPointer(start: start, count: status.size)
  }

  deinit {
    if let start = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: start), bytes.count) }
  }

  /// Opens a regular file for reading, without waiting where the name belongs to a pipe.
  static func open(_ path: String) throws(SystemError) -> (descriptor: Int32, status: FileStatus) {
    let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("read", path, code: errno) }
    var raw = stat()
    guard fstat(descriptor, &raw) == 0 else {
      let code = errno
      close(descriptor)
      throw SystemError("read", path, code: code)
    }
    let status = FileStatus(raw)
    guard status.kind == .regular else {
      close(descriptor)
      throw SystemError("read", path, code: EINVAL)
    }
    return (descriptor, status)
  }
}

extension FileStatus {
  /// What a path leads to now, following links; nil where that can't be told.
  init?(path: String) {
    var raw = stat()
    guard stat(path, &raw) == 0 else { return nil }
    self.init(raw)
  }
}
