import FoundationEssentials
import Glibc
import TranscriptorKit

/// A file system that refuses names which most of Linux's own take, for tests that run as root.
public final class PickyDisk: Sendable {
  /// Which one.
  public enum Kind: String, CaseIterable, Sendable {
    /// The kernel's own vfat, which takes no name that Windows has no file of.
    case vfat
    /// NTFS in user space, told to do the same (ntfs-3g(8)).
    case ntfs
    /// The same, told to find names in whatever case, and to list them in small letters.
    case ntfsIgnoringCase
    /// Encrypted names that take more room (gocryptfs(1)): of 255 bytes that it promises, it has 175.
    case gocryptfs
    /// The same, and says how much room there is (encfs(1)).
    case encfs

    /// Whether this process may mount one.
    public var isAvailable: Bool {
      guard geteuid() == 0, programs.allSatisfy({ access($0, F_OK) == 0 }) else { return false }
      guard self == .vfat else { return true }
      let known = try? Data(contentsOf: URL(filePath: "/proc/filesystems"))
      return known.map { String(decoding: $0, as: UTF8.self).contains("vfat") } ?? false
    }

    /// Those that refuse characters.
    public static let ofCharacters: [Kind] = [.vfat, .ntfs].filter(\.isAvailable)
    /// Those to which small letters and capitals are the same.
    public static let ignoringCase: [Kind] = [.vfat, .ntfsIgnoringCase].filter(\.isAvailable)
    /// Those that refuse long names.
    public static let ofLength: [Kind] = [.gocryptfs, .encfs].filter(\.isAvailable)

    private var programs: [String] {
      switch self {
      case .vfat: ["/usr/sbin/mkfs.vfat", "/dev/loop-control"]
      case .ntfs, .ntfsIgnoringCase: ["/usr/sbin/mkfs.ntfs", "/usr/bin/lowntfs-3g", "/dev/fuse"]
      case .gocryptfs: ["/usr/bin/gocryptfs", "/dev/fuse"]
      case .encfs: ["/usr/bin/encfs", "/dev/fuse"]
      }
    }

    /// Mounts it at `$1`, with its own files at `$0`.
    fileprivate var script: String {
      switch self {
      case .vfat: "truncate -s 16M $0 && mkfs.vfat $0 && mount -o loop,utf8,umask=077 $0 $1"
      case .ntfs:
        "truncate -s 16M $0 && mkfs.ntfs -q -Q -F $0 && ntfs-3g -o windows_names,umask=077 $0 $1"
      case .ntfsIgnoringCase:
        "truncate -s 16M $0 && mkfs.ntfs -q -Q -F $0 && "
          + "lowntfs-3g -o windows_names,ignore_case,umask=077 $0 $1"
      case .gocryptfs:
        "mkdir $0 && echo p | gocryptfs -q -init -scryptn 10 -longnames=false $0 && "
          + "echo p | gocryptfs -q -longnames=false $0 $1"
      case .encfs: "mkdir $0 && echo p | encfs --standard --stdinpass $0 $1"
      }
    }
  }

  /// Where it is mounted.
  public let path: String
  private let folder: TemporaryFolder

  /// Mounts it over a folder, which is made where it is missing.
  /// - Parameter folder: Holds the path, and stays until the disk is gone.
  public init(_ kind: Kind, at path: String, in folder: TemporaryFolder) async throws {
    self.path = path
    self.folder = folder
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let below = folder.path + "/below-" + UUID().uuidString
    let script = "{ \(kind.script); } >/dev/null 2>&1"
    let outcome = try await ChildProcess.run("/bin/sh", ["-c", script, below, path])
    guard outcome.status == .exit(0) else { throw SystemError("mount", path, code: EIO) }
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }
}
