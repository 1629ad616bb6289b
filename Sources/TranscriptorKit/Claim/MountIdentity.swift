import Glibc

/// Tells a mount from every other, of this machine or another.
package struct MountIdentity: Equatable, Sendable {
  /// The machine's number (machine-id(5)) and name, hashed, as they are nobody else's business; 0 where it has no number.
  ///
  /// Machines that were copied share the number, hence the name.
  let machine: UInt64
  /// The machine's run since it was switched on.
  let boot: UInt64
  /// The name space that process numbers belong to (pid_namespaces(7)).
  let processes: UInt64
  /// The mounted file system's device.
  let device: UInt64

  init(machine: UInt64, boot: UInt64, processes: UInt64, device: UInt64) {
    self.machine = machine
    self.boot = boot
    self.processes = processes
    self.device = device
  }

  /// A mount on this machine, as this process sees it.
  init(device: UInt64) {
    let boot = Self.hash(ofFile: "boot_id", in: "/proc/sys/kernel/random")
    var space = stat()
    let isKnown = stat("/proc/self/ns/pid", &space) == 0
    // A container may have no number of its own; its kernel's start tells it from other machines as well.
    let number = Self.hash(ofFile: "machine-id", in: "/etc") ?? boot
    self.init(
      machine: number.map { $0 ^ Self.hash(Self.machineName) } ?? 0, boot: boot ?? 0,
      processes: isKnown ? UInt64(space.st_ino) : 0, device: device)
  }

  /// Reads what `text` writes; nil otherwise.
  init?(parsing text: some StringProtocol) {
    let numbers = text.split(separator: "-").compactMap { UInt64($0, radix: 16) }
    guard numbers.count == 4, text.split(separator: "-").count == 4 else { return nil }
    self.init(machine: numbers[0], boot: numbers[1], processes: numbers[2], device: numbers[3])
  }

  /// The identity as part of a name.
  var text: String {
    [machine, boot, processes, device].map { String($0, radix: 16) }.joined(separator: "-")
  }

  /// Whether a lock that can be taken at this mount proves that a process which held it at another is dead.
  ///
  /// - Parameter process: The number of that process in its own name space.
  func tellsDeath(of process: Int32?, at other: MountIdentity) -> Bool {
    guard machine == other.machine, machine != 0 else { return false }
    // What ran before the machine was started anew is gone, and so is what used this very mount and holds no lock.
    if boot != other.boot || device == other.device { return true }
    guard processes == other.processes, let process, process > 0 else { return false }
    return kill(process, 0) != 0 && errno == ESRCH
  }

  /// The machine's name in the network (uname(2)).
  private static var machineName: [UInt8] {
    var names = utsname()
    guard uname(&names) == 0 else { return [] }
    return withUnsafeBytes(of: &names.nodename) { Array($0.prefix { $0 != 0 }) }
  }

  private static func hash(_ bytes: [UInt8]) -> UInt64 {
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    return (hash >> 32) ^ (hash & 0xFFFF_FFFF)
  }

  /// FNV-1a of a short file, 32 bits of it; nil where there is none or it is empty.
  private static func hash(ofFile name: String, in folder: String) -> UInt64? {
    guard let bytes = try? Directory(path: folder).read(FileName(name), limit: 256).bytes, bytes.count > 1
    else { return nil }
    return hash(bytes)
  }
}
