import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("How far a lock reaches")
struct LockReachTests {
  private let mount = MountIdentity(machine: 1, boot: 2, processes: 3, device: 4)

  private func reach(_ type: UInt32, device: UInt64 = 40, _ options: [Substring] = []) -> LockReach {
    LockReach(type: type, device: device, options: options, mount: mount)
  }

  @Test("On a disk and in memory the machine decides")
  func local() {
    #expect(reach(0xEF53, device: makedev(254, 1)) == .machine)
    #expect(reach(0x5846_5342, device: makedev(7, 0)) == .machine)
    for type: UInt32 in [0x0102_1994, 0x9123_683E, 0x794C_7630] { #expect(reach(type) == .machine) }
  }

  @Test("On NFS and SMB the server decides, unless an option keeps locks on the machine")
  func servers() {
    for type: UInt32 in [0x6969, 0xFF53_4D42, 0xFE53_4D42] {
      #expect(reach(type, ["rw", "vers=4.2", "local_lock=none"]) == .server)
      for option: Substring in ["nolock", "local_lock=flock", "local_lock=all", "nobrl"] {
        #expect(reach(type, ["rw", option]) == .mount(mount))
      }
    }
  }

  @Test("On FUSE, also on a disk, and on what nobody knows, only the very mount decides")
  func others() {
    #expect(reach(0x6573_5546) == .mount(mount))
    #expect(reach(0x6573_5546, device: makedev(254, 1)) == .mount(mount))
    #expect(reach(0x0102_1997) == .mount(mount))
    #expect(reach(0) == .mount(mount))
  }

  @Test("A folder in memory has the machine's locks")
  func real() throws {
    let folder = TemporaryFolder(inMemory: true)
    #expect(try LockReach(in: Directory(path: folder.path)) == .machine)
  }

  @Test("A free lock proves a death only where both have the same reach")
  func decides() {
    let elsewhere = MountIdentity(machine: 9, boot: 2, processes: 3, device: 4)
    let all = [LockReach.machine, .server, .mount(mount), .mount(elsewhere)]
    for one in all {
      for other in all {
        let name = other.folderName(process: 7, tag: "ABCD")
        #expect(one.decides(on: name) == (one == other), "\(one) on \(name)")
      }
    }
    #expect(!LockReach.machine.decides(on: FileName("run-7-ABCD-later")))
  }

  @Test("A mount's name can be read again")
  func text() {
    let largest = MountIdentity(machine: .max, boot: 0, processes: .max, device: .max)
    for identity in [mount, largest] { #expect(MountIdentity(parsing: identity.text) == identity) }
    for text in ["", "1-2-3", "1-2-3-4-5", "1-2-3-x", "1--3-4"] {
      #expect(MountIdentity(parsing: text) == nil)
    }
    // Of all places that a name stands in, the longest leaves room.
    #expect(LockReach.mount(largest).folderName(process: .max, tag: "12345678").bytes.count < 120)
  }

  @Test(
    "Another mount of the same machine tells a death by the process's number, and only in its own name space")
  func sameMachine() {
    func other(boot: UInt64 = 2, processes: UInt64 = 3) -> MountIdentity {
      MountIdentity(machine: 1, boot: boot, processes: processes, device: 5)
    }
    #expect(!mount.tellsDeath(of: getpid(), at: other()))
    // Numbers end below this one (proc_sys_kernel(5)).
    #expect(mount.tellsDeath(of: 1 << 22, at: other()))
    #expect(!mount.tellsDeath(of: 1 << 22, at: other(processes: 8)))
    #expect(!mount.tellsDeath(of: nil, at: other()))
    #expect(mount.tellsDeath(of: getpid(), at: other(boot: 8)))
  }

  private func makedev(_ major: UInt64, _ minor: UInt64) -> UInt64 { major << 8 | minor }
}
