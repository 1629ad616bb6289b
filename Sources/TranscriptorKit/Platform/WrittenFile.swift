import Glibc

/// A file that was just written and is not yet known to be on the disk.
package final class WrittenFile: Sendable {
  private let descriptor: Int32
  private let name: FileName
  private let folder: Directory

  init(descriptor: Int32, name: FileName, folder: Directory) {
    self.descriptor = descriptor
    self.name = name
    self.folder = folder
  }

  deinit { close(descriptor) }

  /// Where the kernel shows the open file, with or without a name (proc(5)).
  var procPath: String { "/proc/self/fd/\(descriptor)" }

  func write(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let most = try folder.step(.write, name) ?? rest.count
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, min(most, $0.count)) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw folder.failure("write", name, code: count == 0 ? ENOSPC : errno) }
      rest = rest.dropFirst(count)
    }
  }

  /// Writes over what is at a place of the file, or behind its end (pwrite(2)).
  func write(_ bytes: [UInt8], at place: Int) throws(SystemError) {
    try folder.step(.write, name)
    let count = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(place)) }
    guard count == bytes.count else {
      throw folder.failure("write", name, code: count < 0 ? errno : ENOSPC)
    }
  }

  /// Gives the file the rights and the time of change of the one that it is a copy of; file systems that keep
  /// neither are left alone.
  func setRights(_ mode: mode_t, modified: timespec) throws(SystemError) {
    try folder.step(.write, name)
    guard fchmod(descriptor, mode) == 0 || errno == EPERM || errno == ENOTSUP else {
      throw folder.failure("write", name)
    }
    var times = [modified, modified]
    futimens(descriptor, &times)
  }

  /// Makes sure that the content survives a loss of power (fsync(2)).
  package func sync() throws(SystemError) {
    try folder.step(.sync, name)
    guard fsync(descriptor) == 0 else { throw folder.failure("sync", name) }
  }
}
