import FoundationEssentials
import Glibc
import TranscriptorKit

/// A folder that is shown at a second place by a file system in user space (fuse(4)): bindfs(1).
///
/// It has hard links, but its renames can't refuse to replace; the kernel tells nobody there of what is done to the
/// folder itself; and no lock of one such mount is seen at another.
public final class UserSpaceMount: Sendable {
  /// Where the folder is shown.
  public let path: String
  private let folder: TemporaryFolder

  /// Whether this process may mount, and bindfs is there.
  public static let isAvailable =
    geteuid() == 0 && access("/dev/fuse", R_OK | W_OK) == 0 && access(program, X_OK) == 0
  private static let program = "/usr/bin/bindfs"

  /// Shows one folder at the path of another; both are made where they are missing.
  /// - Parameter folder: Stays until the mount is gone.
  public init(of source: String, at path: String, in folder: TemporaryFolder) async throws {
    self.path = path
    self.folder = folder
    for missing in [source, path] where access(missing, F_OK) != 0 {
      try FileManager.default.createDirectory(
        atPath: missing, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    let outcome = try await ChildProcess.run(
      Self.program, [source, path], environment: ["PATH": "/usr/bin:/bin"])
    guard outcome.status == .exit(0) else { throw SystemError("mount", path, code: EIO) }
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }

  /// Ends it, and fails where somebody still has a file of it open.
  public func unmount() async throws {
    let isOver = await eventually { umount2(path, 0) == 0 }
    guard isOver else { throw SystemError("unmount", path, code: EBUSY) }
  }
}
