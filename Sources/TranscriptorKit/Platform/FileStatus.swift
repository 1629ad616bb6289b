import Glibc

/// What the kernel says of a file (stat(2)).
package struct FileStatus: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case regular = "a regular file"
    case directory = "a directory"
    case link = "a symbolic link"
    case fifo = "a named pipe"
    case socket = "a socket"
    case device = "a device"
  }

  package let kind: Kind
  package let device: UInt64
  package let inode: UInt64
  /// Bytes.
  package let size: Int
  package let owner: UInt32
  /// The permission bits.
  package let mode: UInt32
  /// Last change of the content, nanoseconds since 1970.
  package let modified: Int64
  /// Last change of content or inode, nanoseconds since 1970; no program can set it.
  package let changed: Int64

  init(_ raw: stat) {
    switch raw.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .directory
    case S_IFLNK: kind = .link
    case S_IFIFO: kind = .fifo
    case S_IFSOCK: kind = .socket
    default: kind = .device
    }
    device = UInt64(raw.st_dev)
    inode = UInt64(raw.st_ino)
    size = Int(raw.st_size)
    owner = raw.st_uid
    mode = raw.st_mode & 0o7777
    modified = Self.nanoseconds(raw.st_mtim)
    changed = Self.nanoseconds(raw.st_ctim)
  }

  /// File systems can hold times that nanoseconds in 64 bits can't; those count as the nearest that leave room to
  /// reckon with, which are in 1823 and 2116.
  private static func nanoseconds(_ time: timespec) -> Int64 {
    let seconds = min(max(Int64(time.tv_sec), -4_611_686_018), 4_611_686_018)
    return seconds * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
