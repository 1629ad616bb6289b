import Glibc

/// A folder on another file system than that of the temporary files.
public final class OtherFileSystem: Sendable {
  /// Its absolute path, empty at first.
  public let path: String
  private let folder: TemporaryFolder
  private let isMounted: Bool

  /// Whether there is one: memory behind `/dev/shm`, or a file system that a test run by root may mount.
  public static var isAvailable: Bool { isAtHand || geteuid() == 0 }

  private static var isAtHand: Bool { device(of: "/dev/shm") != device(of: "/tmp") }

  /// Makes the folder, and mounts a file system in it where none is at hand.
  public init() {
    isMounted = !Self.isAtHand
    folder = TemporaryFolder(in: isMounted ? nil : "/dev/shm")
    path = folder.path
    guard isMounted else { return }
    precondition(mount("tmpfs", path, "tmpfs", 0, nil) == 0, String(cString: strerror(errno)))
  }

  deinit {
    if isMounted { umount2(path, Int32(MNT_DETACH)) }
  }

  private static func device(of path: String) -> UInt64? {
    var status = stat()
    return access(path, W_OK) == 0 && stat(path, &status) == 0 ? UInt64(status.st_dev) : nil
  }
}
