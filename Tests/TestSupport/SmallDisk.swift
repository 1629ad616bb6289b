import FoundationEssentials
import Glibc
import TranscriptorKit

/// A file system of its own with very little space, in memory (tmpfs(5)) or on a loop device, for tests that run as
/// root.
public final class SmallDisk: Sendable {
  /// Where it is mounted.
  public let path: String
  private let folder: TemporaryFolder
  private let isInMemory: Bool

  /// Whether this process may mount one.
  public static let isAvailable: Bool = {
    let folder = TemporaryFolder()
    guard geteuid() == 0, mount("tmpfs", folder.path, "tmpfs", 0, "size=64k") == 0 else { return false }
    return umount2(folder.path, Int32(MNT_DETACH)) == 0
  }()

  /// Mounts it over a folder, which is made where it is missing.
  /// - Parameters:
  ///   - folder: Holds the path, and stays until the disk is gone.
  ///   - options: How large it is, and more that mount(8) tells of tmpfs.
  public init(
    at path: String, in folder: TemporaryFolder, options: String = "size=2m,mode=0755,nr_inodes=1000"
  ) throws {
    self.path = path
    self.folder = folder
    isInMemory = true
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    guard mount("tmpfs", path, "tmpfs", 0, options) == 0 else {
      throw SystemError("mount", path, code: errno)
    }
  }

  /// Makes a file system of a type such as ext4 in a file and mounts that over a folder.
  public init(type: String, at path: String, in folder: TemporaryFolder) async throws {
    self.path = path
    self.folder = folder
    isInMemory = false
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let script =
      "truncate -s 8M \"$0\" && mkfs.$1 -q \"$0\" && mount -o loop \"$0\" \"$2\" && rm -rf \"$2/lost+found\""
    let outcome = try await ChildProcess.run("/bin/sh", ["-c", script, folder.path + "/image", type, path])
    guard outcome.status == .exit(0) else { throw SystemError("mount", path, code: EIO) }
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }

  /// Leaves not a byte free, by a file that `makeSpace` removes.
  public func fill() throws {
    let file = open(path + "/filler", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SystemError("make", path + "/filler", code: errno) }
    defer { close(file) }
    let zeros = [UInt8](repeating: 0, count: 4096)
    while write(file, zeros, zeros.count) > 0 {}
    guard errno == ENOSPC else { throw SystemError("fill", path, code: errno) }
  }

  /// Leaves room for so many more files, by empty ones that `makeSpace` removes.
  public func fillWithFiles(leaving rest: Int = 0) throws {
    var number = 0
    while true {
      let file = open("\(path)/filler-\(number)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      if file < 0 { break }
      close(file)
      number += 1
    }
    guard errno == ENOSPC else { throw SystemError("fill", path, code: errno) }
    for left in 0..<rest { unlink("\(path)/filler-\(left)") }
  }

  /// Frees the space again.
  public func makeSpace() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    where name.hasPrefix("filler") {
      unlink(path + "/" + name)
    }
  }

  /// Allows writing, or takes that away.
  public func setWritable(_ isWritable: Bool) throws {
    let flags = UInt(MS_REMOUNT) | (isWritable ? 0 : UInt(MS_RDONLY))
    guard mount(isInMemory ? "tmpfs" : nil, path, isInMemory ? "tmpfs" : nil, flags, nil) == 0 else {
      throw SystemError("remount", path, code: errno)
    }
  }
}
