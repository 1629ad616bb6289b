import Glibc

/// A folder behind a file system in user space (FUSE) that passes everything on to another folder: bindfs(1).
public final class UserSpaceMount: Sendable {
  /// The folder where it is mounted.
  public let folder = TemporaryFolder()
  private let behind = TemporaryFolder()

  /// Whether such a file system can be mounted here.
  public static let isAvailable: Bool =
    geteuid() == 0 && access("/usr/bin/bindfs", X_OK) == 0 && access("/dev/fuse", R_OK | W_OK) == 0

  /// Mounts it.
  public init() async throws {
    let outcome = try await ChildProcess.run("/usr/bin/bindfs", [behind.path, folder.path])
    guard outcome.status == .exit(0) else { throw Failed(output: outcome.error) }
  }

  deinit { umount2(folder.path, Int32(MNT_DETACH)) }

  /// Ends it, and fails where somebody still has a file of it open.
  public func unmount() async throws {
    let isOver = await eventually { umount2(folder.path, 0) == 0 }
    guard isOver else { throw Failed(output: "\(folder.path) is in use") }
  }

  /// What could not be mounted or ended, and why.
  public struct Failed: Error {
    let output: String
  }
}
