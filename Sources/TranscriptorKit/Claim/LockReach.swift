import Glibc

/// Who sees that a lock of the working area is held: how far flock(2) reaches on its file system.
///
/// A lock that can be taken proves that its process is dead only to those whom the lock would have reached. The reach
/// is part of the name of each process's folder, so that everybody can tell, and nobody has to guess from an age.
package enum LockReach: Equatable, Sendable {
  /// This machine's kernel decides, for every process on it; a disk is used by one machine at a time.
  case machine
  /// The server decides, for every machine that mounts the folder from it.
  case server
  /// Only processes that use the very same mount see one another's locks.
  case mount(MountIdentity)

  /// Finds the reach of locks in a folder.
  init(in folder: Directory) throws(SystemError) {
    let device = try folder.status().device
    self.init(
      type: FileSystemType(of: folder).magic, device: device,
      options: Self.options(ofDevice: device),
      mount: MountIdentity(device: device))
  }

  /// Decides by what the kernel says of a file system.
  ///
  /// - Parameters:
  ///   - type: Its number (statfs(2)).
  ///   - device: The device of its files.
  ///   - options: How it is mounted, where it is a network's.
  init(type: UInt32, device: UInt64, options: [Substring], mount: @autoclosure () -> MountIdentity) {
    let isOnBlockDevice = (device >> 8) & 0xFFF != 0
    if Self.servers.contains(type) {
      // Where nothing tells how it is mounted, the locks are not relied on.
      let isServer = !options.isEmpty && Self.localOptions.isDisjoint(with: options)
      self = isServer ? .server : .mount(mount())
    } else if type != Self.fuse, isOnBlockDevice || Self.withoutBlockDevice.contains(type) {
      self = .machine
    } else {
      self = .mount(mount())
    }
  }

  /// A lock on them is the server's: NFS since Linux 2.6.12 (flock(2)), SMB since 5.5, Ceph.
  private static let servers: Set<UInt32> = [0x6969, 0xFF53_4D42, 0xFE53_4D42, 0x00C3_6400]
  /// Options with which it is the machine's own after all (nfs(5), mount.cifs(8)).
  private static let localOptions: Set<Substring> = [
    "nolock", "local_lock=flock", "local_lock=all", "nobrl",
  ]
  private static let fuse: UInt32 = 0x6573_5546
  /// The machine's own although no block device shows: tmpfs, ramfs, Btrfs, overlay, ZFS, bcachefs, UBIFS.
  private static let withoutBlockDevice: Set<UInt32> = [
    0x0102_1994, 0x8584_58F6, 0x9123_683E, 0x794C_7630, 0x2FC1_2FC1, 0xCA45_1A4E, 0x2405_1905,
  ]

  /// The options of the mount that has a device (proc_pid_mountinfo(5)); none where it is not found.
  private static func options(ofDevice device: UInt64) -> [Substring] {
    guard
      let bytes = try? Directory(path: "/proc/self").read(FileName("mountinfo"), limit: 1 << 20).bytes
    else { return [] }
    let number = "\((device >> 8) & 0xFFF):\((device & 0xFF) | ((device >> 12) & 0xFFF00))"
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: " ")
      if fields.count > 3, fields[2] == number { return fields.last?.split(separator: ",") ?? [] }
    }
    return []
  }

  // MARK: Names

  /// The folder of a process whose locks reach so far.
  func folderName(process: Int32, tag: String) -> FileName {
    let name = "run-\(process)-\(tag)"
    switch self {
    case .machine: return FileName(name)
    case .server: return FileName(name + "-server")
    case .mount(let identity): return FileName(name + "-mount-\(identity.text)")
    }
  }

  /// The name that the folder of another process gets when its work is taken over.
  func folderName(like name: FileName) -> FileName {
    let parts = name.text.split(separator: "-")
    let process = parts.dropFirst().first.flatMap { Int32($0) }
    return folderName(process: process ?? 0, tag: String(parts.dropFirst(2).first ?? "0"))
  }

  /// Whether a lock that can be taken here proves that the process of a folder is dead.
  func decides(on name: FileName) -> Bool {
    let parts = name.text.split(separator: "-", maxSplits: 4)
    switch (parts.count > 3 ? parts[3] : nil, self) {
    case (nil, .machine): return true
    case ("server", .server): return true
    case ("mount", .mount(let own)):
      guard parts.count == 5, let other = MountIdentity(parsing: parts[4]) else { return false }
      return own.tellsDeath(of: Int32(parts[1]), at: other)
    default: return false
    }
  }
}
