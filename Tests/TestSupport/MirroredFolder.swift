import Glibc
import TranscriptorKit

/// One folder mounted twice through FUSE (bindfs), so that no lock of one mount is seen at the other, as two machines
/// see a folder that they share over a network.
public final class MirroredFolder: Sendable {
  /// The two mounts.
  public let paths: [String]
  private let folder: TemporaryFolder

  /// Whether this user can make one.
  public static let isAvailable =
    geteuid() == 0 && access("/usr/bin/bindfs", X_OK) == 0
    && access("/dev/fuse", R_OK | W_OK) == 0

  /// Mounts a folder that is made for it.
  public init() async throws {
    folder = TemporaryFolder()
    paths = ["one", "other"].map { [folder] in folder.path + "/" + $0 }
    for path in [folder.path + "/real"] + paths { mkdir(path, 0o700) }
    for path in paths {
      let outcome = try await ChildProcess.run("bindfs", [folder.path + "/real", path])
      guard outcome.status == .exit(0) else { throw SystemError("mount", path, code: EIO) }
    }
  }

  deinit { for path in paths { umount2(path, Int32(MNT_DETACH)) } }

  /// The words that start a program as if on another machine: with a machine-id of its own.
  public func onOtherMachine(_ program: String, _ arguments: [String]) -> (path: String, arguments: [String])
  {
    let identity = folder.path + "/machine-id"
    let file = fopen(identity, "w")
    fputs("0123456789abcdef0123456789abcdef\n", file)
    fclose(file)
    let mount = "mount --bind '\(identity)' /etc/machine-id && exec \"$@\""
    return ("unshare", ["--mount", "/bin/sh", "-c", mount, "sh", program] + arguments)
  }
}
