import Glibc

/// One folder mounted twice in user space, so that no lock of one mount is seen at the other, as two machines see a
/// folder that they share over a network.
public final class MirroredFolder: Sendable {
  /// The two mounts.
  public var paths: [String] { mounts.map(\.path) }
  private let mounts: [UserSpaceMount]
  private let folder = TemporaryFolder()

  /// Mounts a folder that is made for it.
  public init() async throws {
    var mounts: [UserSpaceMount] = []
    for name in ["/one", "/other"] {
      mounts.append(
        try await UserSpaceMount(of: folder.path + "/real", at: folder.path + name, in: folder))
    }
    self.mounts = mounts
  }

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
