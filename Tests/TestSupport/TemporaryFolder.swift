import FoundationEssentials
import Glibc

/// A fresh folder for one test, removed with everything in it when the last reference goes.
public final class TemporaryFolder: Sendable {
  /// The absolute path, without a slash at its end.
  public let path: String

  /// Makes the folder.
  public init() {
    path = FileManager.default.temporaryDirectory.path + "/transcriptor-test-" + UUID().uuidString
    precondition(mkdir(path, 0o700) == 0, "no temporary folder: \(String(cString: strerror(errno)))")
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
