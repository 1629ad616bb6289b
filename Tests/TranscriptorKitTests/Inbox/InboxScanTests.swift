import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("A look at the inbox")
struct InboxScanTests {
  private let folder = TemporaryFolder()

  private func write(_ path: String) throws { try Files.write("text", to: folder.path + "/" + path) }
  private func scan() throws -> InboxScan { try InboxScan(of: Directory(path: folder.path)) }
  private func taken() throws -> [String] { try scan().entries.map(\.path.text).sorted() }
  private func held() throws -> [String: String] {
    try Dictionary(uniqueKeysWithValues: scan().held.map { ($0.path.text, $0.reason.description) })
  }

  @Test("Texts may be taken, also in sub-folders, and an empty inbox has none")
  func entries() throws {
    #expect(try taken() == [])
    for path in ["a.txt", "b", "c.md", "ja/d.txt", "x/y/z"] { try write(path) }
    #expect(try taken() == ["a.txt", "b", "c.md", "ja/d.txt", "x/y/z"])
    #expect(try held() == [:])
  }

  @Test("What changed first comes first")
  func order() throws {
    for name in ["c", "a", "b"] {
      try write(name)
      // The kernel's clock for files ticks every few milliseconds.
      usleep(20_000)
    }
    #expect(try scan().entries.map(\.path.text) == ["c", "a", "b"])
  }

  @Test("What is no regular file is held with what it is")
  func kinds() throws {
    try write("a.txt")
    symlink("a.txt", folder.path + "/link.txt")
    symlink("/etc", folder.path + "/folder-link")
    mkfifo(folder.path + "/pipe", 0o600)
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    try bind(listener, to: folder.path + "/socket")
    #expect(try taken() == ["a.txt"])
    #expect(
      try held() == [
        "link.txt": "a symbolic link", "folder-link": "a symbolic link", "pipe": "a named pipe",
        "socket": "a socket",
      ])
  }

  @Test("A hidden folder is held and not entered; hidden and unfinished files are held by their rule")
  func hidden() throws {
    for path in [".git/a.txt", ".b.txt", "c.part", "ja/.d"] { try write(path) }
    #expect(try taken() == [])
    #expect(
      try held() == [
        ".git": "a hidden folder (.*)", ".b.txt": "a hidden file (.*)", "c.part": "a temporary file (*.part)",
        "ja/.d": "a hidden file (.*)",
      ])
  }

  @Test("A folder that a user's pattern matches is held and not entered")
  func heldFolder() throws {
    for path in ["_UNPACK_x/a.txt", "b/_UNPACK_y/c.txt", "d.txt"] { try write(path) }
    let pattern = try #require(NamePattern("_UNPACK_*"))
    let scan = try InboxScan(of: Directory(path: folder.path), ScanTerms(heldNames: [pattern]))
    #expect(scan.entries.map(\.path.text) == ["d.txt"])
    #expect(Set(scan.held.map(\.path.text)) == ["_UNPACK_x", "b/_UNPACK_y"])
  }

  @Test("Of more texts than fit those that changed first and last are kept, and all are counted")
  func limit() throws {
    for number in 10..<40 {
      try write("\(number)")
      var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
      utimensat(AT_FDCWD, folder.path + "/\(number)", &times, 0)
      usleep(5000)
    }
    let scan = try InboxScan(of: Directory(path: folder.path), ScanTerms(limit: 8))
    #expect(scan.count == 30)
    #expect(scan.entries.map(\.path.text) == ["10", "11", "12", "13", "14", "15", "38", "39"])
    let all = try InboxScan(of: Directory(path: folder.path))
    #expect(all.entries.count == 30)
  }

  @Test("Request files are held with that reason, in any letter case")
  func requests() throws {
    for path in ["a.json", "b.JSONL", "c.json.txt", "json"] { try write(path) }
    #expect(try taken() == ["c.json.txt", "json"])
    let reason = "a request file (.json, .jsonl), which this version does not read yet"
    #expect(try held() == ["a.json": reason, "b.JSONL": reason])
  }

  @Test("Sub-folders are searched sixteen deep and no deeper")
  func depth() throws {
    let sixteen = (1...16).map { "\($0)" }.joined(separator: "/")
    try write(sixteen + "/a.txt")
    try write(sixteen + "/17/b.txt")
    #expect(try taken() == [sixteen + "/a.txt"])
    #expect(try held() == [sixteen + "/17": "deeper than 16 sub-folders"])
  }

  @Test("A folder that can't be read is held, and all else is found")
  func unreadable() async throws {
    try write("locked/a.txt")
    try write("b.txt")
    let path = folder.path
    chmod(path, 0o755)
    chmod(path + "/locked", 0)
    defer { chmod(path + "/locked", 0o700) }
    // The rights bind no one who is root.
    guard geteuid() == 0 else {
      #expect(try held() == ["locked": "Permission denied"])
      #expect(try taken() == ["b.txt"])
      return
    }
    await #expect(processExitsWith: .success) { [path = path as String] in
      guard setegid(65534) == 0, seteuid(65534) == 0 else { exit(1) }
      let scan = try InboxScan(of: Directory(path: path))
      guard scan.entries.map(\.path.text) == ["b.txt"] else { exit(2) }
      guard scan.held.map({ $0.path.text + ": " + $0.reason.description }) == ["locked: Permission denied"]
      else { exit(3) }
    }
  }

  @Test("An inbox that is not there is an error")
  func gone() throws {
    let directory = try Directory(path: folder.path)
    try FileManager.default.removeItem(atPath: folder.path)
    #expect(try InboxScan(of: directory).entries.isEmpty)
    #expect(throws: SystemError.self) { try Directory(path: folder.path) }
  }

  private func bind(_ listener: Int32, to path: String) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let answer = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard answer == 0 else { throw SystemError("bind", path, code: errno) }
  }
}
