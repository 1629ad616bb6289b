import FoundationEssentials
import Glibc
import TranscriptorKit

/// A folder that is shown at a second place by a program (FUSE, bindfs(1)), so that the kernel tells nobody there of what
/// is done to the folder itself.
public final class SilentMount: Sendable {
  private let path: String
  private let folder: TemporaryFolder

  /// Whether this process may mount, and bindfs is there.
  public static let isAvailable =
    geteuid() == 0 && access("/dev/fuse", R_OK | W_OK) == 0 && access("/usr/bin/bindfs", X_OK) == 0

  /// Shows one folder at the path of another, which is made where it is missing.
  /// - Parameter folder: Holds the path, and stays until the mount is gone.
  public init(_ source: String, at path: String, in folder: TemporaryFolder) async throws {
    self.path = path
    self.folder = folder
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let outcome = try await ChildProcess.run(
      "/usr/bin/bindfs", [source, path], environment: ["PATH": "/usr/bin:/bin"])
    guard outcome.status == .exit(0) else { throw SystemError("mount", path, code: EIO) }
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }
}
