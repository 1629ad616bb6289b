import FoundationEssentials
import Glibc
import TranscriptorKit

/// A folder that is shown at a second place (mount(2), MS_BIND), for tests that run as root.
public final class BindMount: Sendable {
  private let path: String
  private let folder: TemporaryFolder

  /// Whether this process may mount.
  public static var isAvailable: Bool { SmallDisk.isAvailable }

  /// Shows one folder at the path of another, which is made where it is missing.
  /// - Parameter folder: Holds the path, and stays until the mount is gone.
  public init(_ source: String, at path: String, in folder: TemporaryFolder) throws {
    self.path = path
    self.folder = folder
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    guard mount(source, path, nil, UInt(MS_BIND), nil) == 0 else {
      throw SystemError("mount", path, code: errno)
    }
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }
}
