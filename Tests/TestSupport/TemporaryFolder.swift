import FoundationEssentials
import Glibc

/// A fresh folder for one test, removed with everything in it when the last reference goes.
public final class TemporaryFolder: Sendable {
  /// The absolute path, without a slash at its end.
  public let path: String

  /// Makes the folder.
  /// - Parameters:
  ///   - parent: The folder that it is made in; nil for the system's folder of temporary files.
  ///   - inMemory: Whether it may lie in memory (tmpfs(5)), where a test with hundreds of files need not wait for a
  ///     disk.
  public init(in parent: String? = nil, inMemory: Bool = false) {
    let memory = inMemory && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : nil
    let parent = parent ?? memory ?? FileManager.default.temporaryDirectory.path
    path = parent + "/transcriptor-test-" + UUID().uuidString
    precondition(mkdir(path, 0o700) == 0, "no temporary folder: \(String(cString: strerror(errno)))")
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
