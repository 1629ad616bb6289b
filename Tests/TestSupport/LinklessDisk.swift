import FoundationEssentials
import Glibc
import TranscriptorKit

/// A file system without hard links whose renames can't refuse to replace either: exFAT in user space
/// (mount.exfat-fuse(8)), for tests that run as root.
public final class LinklessDisk: Sendable {
  private let path: String
  private let folder: TemporaryFolder

  /// Whether this process may mount one.
  public static let isAvailable = geteuid() == 0 && needed.allSatisfy { access($0, F_OK) == 0 }
  private static let needed: [String] = [
    "/usr/sbin/mkfs.exfat", "/usr/sbin/mount.exfat-fuse", "/dev/fuse", "/dev/loop-control",
  ]

  /// Mounts it over a folder, which is made where it is missing.
  /// - Parameter folder: Holds the path, and stays until the disk is gone.
  public init(at path: String, in folder: TemporaryFolder) async throws {
    self.path = path
    self.folder = folder
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    // A device that is given back while it is in use is freed by the kernel at its last close (losetup(8)).
    let script = """
      truncate -s 8M "$0" && mkfs.exfat "$0" && loop=$(losetup -f --show "$0") || exit
      mount.exfat-fuse -o umask=077 "$loop" "$1"
      status=$?
      losetup -d "$loop"
      exit $status
      """
    let outcome = try await ChildProcess.run("/bin/sh", ["-c", script, folder.path + "/image", path])
    guard outcome.status == .exit(0) else { throw SystemError("mount", path, code: EIO) }
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }
}
