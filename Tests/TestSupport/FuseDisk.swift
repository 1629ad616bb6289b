import FoundationEssentials
import Glibc
import TranscriptorKit

/// A file system in user space (fuse(4)) whose renames can't refuse to replace, for tests that run as root.
public final class FuseDisk: Sendable {
  /// What holds its files.
  public enum Kind: Sendable {
    /// Another folder, which has hard links (bindfs(1)).
    case withLinks
    /// An exFAT image, which has none (mount.exfat-fuse(8)).
    case withoutLinks

    fileprivate var programs: [String] {
      switch self {
      case .withLinks: ["/usr/bin/bindfs", "/dev/fuse"]
      case .withoutLinks:
        ["/usr/sbin/mkfs.exfat", "/usr/sbin/mount.exfat-fuse", "/dev/fuse", "/dev/loop-control"]
      }
    }

    /// Whether this process may mount one.
    public var isAvailable: Bool { geteuid() == 0 && programs.allSatisfy { access($0, F_OK) == 0 } }
  }

  /// Where it is mounted.
  public let path: String
  private let folder: TemporaryFolder
  private let loop: String?

  /// Mounts it over a folder, which is made where it is missing.
  /// - Parameter folder: Holds the path, and stays until the disk is gone.
  public init(_ kind: Kind, at path: String, in folder: TemporaryFolder) async throws {
    self.path = path
    self.folder = folder
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    switch kind {
    case .withLinks:
      loop = nil
      let below = folder.path + "/below"
      mkdir(below, 0o700)
      _ = try await Self.run("bindfs", below, path)
    case .withoutLinks:
      let image = folder.path + "/image"
      _ = try await Self.run("truncate", "-s", "8M", image)
      _ = try await Self.run("mkfs.exfat", image)
      let loop = try await Self.run("losetup", "-f", "--show", image)
      self.loop = loop
      _ = try await Self.run("mount.exfat-fuse", "-o", "umask=077", loop, path)
    }
  }

  deinit {
    umount2(path, Int32(MNT_DETACH))
    guard let loop else { return }
    // The device can be given back only once the server of the file system has ended.
    let device = loop
    let arguments = ["losetup", "-d", device]
    Task.detached {
      for _ in 0..<50 {
        let outcome = try? await ChildProcess.run(arguments[0], Array(arguments.dropFirst()))
        if outcome?.status == .exit(0) { return }
        try? await Task.sleep(for: .milliseconds(100))
      }
    }
  }

  private static func run(_ program: String, _ arguments: String...) async throws -> String {
    let outcome = try await ChildProcess.run(program, arguments)
    guard outcome.status == .exit(0) else { throw SystemError("run", program, code: EIO) }
    return outcome.output.split(separator: "\n").first.map(String.init) ?? ""
  }
}
