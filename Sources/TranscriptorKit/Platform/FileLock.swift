import Glibc

/// A lock that the kernel drops when its process ends, however it ends (flock(2)).
///
/// Only holding it counts: neither the file's existence nor its age says anything.
package final class FileLock: Sendable {
  private let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Takes the lock of a file in a folder, making the file where it is missing.
  ///
  /// - Returns: Nil where another process holds it, or where its holder removed the file at the same moment.
  package static func take(_ name: FileName, in folder: Directory) throws(SystemError) -> FileLock? {
    let lock = try open(name, in: folder)
    let descriptor = lock.descriptor
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { throw folder.failure("lock", name) }
      return nil
    }
    var held = stat()
    guard fstat(descriptor, &held) == 0 else { throw folder.failure("lock", name) }
    guard let named = try folder.status(of: name), named.inode == UInt64(held.st_ino) else { return nil }
    return lock
  }

  /// Waits for the lock of a file in a folder, which is made where it is missing and never removed.
  package static func wait(for name: FileName, in folder: Directory) throws(SystemError) -> FileLock {
    let lock = try open(name, in: folder)
    while flock(lock.descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw folder.failure("lock", name) }
    }
    return lock
  }

  /// Opens a lock's file, which is a step only where it has to be made.
  private static func open(_ name: FileName, in folder: Directory) throws(SystemError) -> FileLock {
    let flags = O_RDWR | O_NOFOLLOW | O_CLOEXEC
    var descriptor = name.withCString { openat(folder.descriptor, $0, flags) }
    if descriptor < 0, errno == ENOENT {
      try folder.step(.create, name)
      descriptor = name.withCString { openat(folder.descriptor, $0, flags | O_CREAT, 0o600) }
    }
    guard descriptor >= 0 else { throw folder.failure("open", name) }
    return FileLock(descriptor: descriptor)
  }

  /// Whether a living process holds the lock of a file; false where there is no such file.
  package static func isHeld(_ name: FileName, in folder: Directory) throws(SystemError) -> Bool {
    let descriptor = name.withCString { openat(folder.descriptor, $0, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) }
    if descriptor < 0, errno == ENOENT { return false }
    guard descriptor >= 0 else { throw folder.failure("open", name) }
    defer { close(descriptor) }
    // A shared lock is refused exactly while an exclusive one is held.
    guard flock(descriptor, LOCK_SH | LOCK_NB) != 0 else { return false }
    return errno == EWOULDBLOCK
  }
}
