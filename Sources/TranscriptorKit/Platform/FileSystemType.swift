import CLinux

/// What kind of file system files lie on (statfs(2)).
struct FileSystemType: Equatable {
  /// The number that marks the kind.
  let magic: UInt32

  /// Names a kind by its number.
  init(magic: UInt32) { self.magic = magic }

  /// The kind that a folder lies on.
  init(of folder: Directory) { magic = clinux_file_system_type(folder.descriptor) }

  /// Whether other machines, or a program in place of the kernel, have a hand in the files.
  ///
  /// Processes that map such a file need not see one another's changes, on which SQLite's write-ahead log depends
  /// (https://sqlite.org/wal.html, section 2.2).
  var isShared: Bool { Self.shared.contains(magic) }

  private static let shared: Set<UInt32> = [
    0x6969,  // NFS
    0x517B, 0xFF53_4D42, 0xFE53_4D42,  // SMB, CIFS, SMB 2
    0x6573_5546,  // FUSE: sshfs, rclone, glusterfs and the like
    0x0102_1997,  // 9P, as virtual machines share folders
    0x786F_4256, 0xBACB_ACBC,  // VirtualBox, VMware
    0x00C3_6400, 0x0BD0_0BD0, 0x4750_4653,  // Ceph, Lustre, GPFS
    0x0116_1970, 0x7461_636F,  // GFS2, OCFS2
    0x5346_414F, 0x6B41_4653, 0x7375_7245, 0x564C,  // AFS (two), Coda, NetWare
  ]
}
