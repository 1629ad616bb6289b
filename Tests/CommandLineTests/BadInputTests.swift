import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

@Suite("What lies in an inbox")
struct BadInputTests {
  private let stage: Stage

  init() throws { stage = try Stage() }

  /// A file that is no text, named so that a test's report need not hold its bytes.
  struct BadFile: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let code: String
    let bytes: [UInt8]
  }

  private static let badFiles = [
    BadFile(testDescription: "blank", code: "empty", bytes: Array(" \n\t\u{A0}\r\n".utf8)),
    BadFile(testDescription: "a byte-order mark alone", code: "empty", bytes: [0xEF, 0xBB, 0xBF]),
    BadFile(testDescription: "a program", code: "not-text", bytes: [0x7F, 0x45, 0x4C, 0x46, 2, 1, 0, 0]),
    BadFile(
      testDescription: "a picture", code: "not-text",
      bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]),
    BadFile(testDescription: "half of UTF-16", code: "not-text", bytes: [0xFF, 0xFE, 0x61]),
    BadFile(testDescription: "a cut character", code: "not-text", bytes: Array("\u{1F600}".utf8.dropLast())),
    BadFile(testDescription: "5 MB", code: "too-large", bytes: Array(repeating: 0x78, count: 5 << 20)),
  ]

  @Test(
    "What can't be a text is put aside with its reason, byte for byte, and the others go on",
    arguments: badFiles)
  func refused(file: BadFile) async throws {
    let bytes = file.bytes
    try stage.drop(bytes, as: "inbox/notes/bad.txt")
    try stage.drop(["good.txt": "good"])
    let outcome = try await stage.hurry("run")
    #expect(outcome.status == .exit(1))
    #expect(stage.files(in: "failed") == ["notes/bad.txt", "notes/bad.txt.error.json"])
    let isWhole = try stage.bytes("failed/notes/bad.txt") == bytes
    #expect(isWhole)
    let failure = try stage.failure("notes/bad.txt.error.json")
    #expect(failure.code == file.code)
    #expect(failure.clientIdentifier == "notes/bad.txt")
    #expect(failure.attempts == 0)
    #expect(outcome.error == "transcriptor: notes/bad.txt: \(failure.message)\n  \(failure.hint)\n")
    #expect(stage.gemini.exchanges.map(\.text) == ["good"])
    #expect(stage.files(in: "done") == ["good.txt"])
    #expect(stage.work == [])
  }

  @Test("Text is read in every encoding that says what it is")
  func encodings() async throws {
    let text = "źdźbło 木 😀"
    try stage.drop([0xEF, 0xBB, 0xBF] + Array(text.utf8), as: "inbox/8.txt")
    try stage.drop(Self.utf16(text, isBig: false), as: "inbox/16le.txt")
    try stage.drop(Self.utf16(text, isBig: true), as: "inbox/16be.txt")
    try stage.drop(
      [0xFF, 0xFE, 0, 0]
        + text.unicodeScalars.flatMap { scalar in (0..<4).map { UInt8(scalar.value >> ($0 * 8) & 0xFF) } },
      as: "inbox/32le.txt")
    #expect(try await stage.hurry("run").status == .exit(0))
    for (name, encoding) in [("8", nil), ("16le", "UTF-16LE"), ("16be", "UTF-16BE"), ("32le", "UTF-32LE")] {
      let result = try stage.result(name + ".json")
      #expect(result.sourceText == text)
      #expect(result.encoding == encoding)
    }
  }

  private static func utf16(_ text: String, isBig: Bool) -> [UInt8] {
    ("\u{FEFF}" + text).utf16.flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBig ? bytes : bytes.reversed()
    }
  }

  @Test("What is no file, hidden, or somebody's unfinished copy stays as it is, and status tells why")
  func held() async throws {
    try stage.drop(["x.txt/inner.txt": "inner"])
    let inbox = stage.group.path + "/inbox/"
    let outside = stage.folder.path + "/outside.txt"
    try Data("outside".utf8).write(to: URL(filePath: outside))
    #expect(mkfifo(inbox + "pipe.txt", 0o600) == 0)
    #expect(symlink(outside, inbox + "link.txt") == 0)
    #expect(symlink(stage.folder.path, inbox + "folder-link") == 0)
    try Self.makeSocket(inbox + "socket.txt")
    let held = [
      ".hidden.txt", ".folder/hidden.txt", "a.txt.part", "b.crdownload", "c.txt~", "d.bak", ".c.txt.swp",
      "#e#",
    ]
    for name in held { try stage.drop("never".utf8, as: "inbox/" + name) }
    let before = stage.files(in: "inbox")

    let outcome = try await stage.hurry("run")
    #expect(outcome.status == .exit(0))
    #expect(outcome.error == "")
    #expect(stage.gemini.exchanges.map(\.text) == ["inner"])
    #expect(stage.files(in: "inbox") == before.filter { $0 != "x.txt/inner.txt" })
    #expect(stage.files(in: "outbox") == ["x.txt/inner.json", "x.txt/inner.txt"])
    let status = try await stage.status()
    #expect(status.waiting == 0)
    #expect(status.held.count == 4 + held.count)
    #expect(status.held.allSatisfy { !$0.rule.isEmpty })
  }

  private static func makeSocket(_ path: String) throws {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    try #require(code == 0)
  }

  @Test("An empty file may be a writer's first step: it waits")
  func emptyWaits() async throws {
    try stage.drop([], as: "inbox/empty.txt")
    let outcome = try await stage.hurry("run", "--json")
    #expect(outcome.status == .exit(0))
    #expect(outcome.error == "")
    #expect(try decode([String: Int].self, outcome.output) == ["translated": 0, "failed": 0, "waiting": 1])
    #expect(stage.files(in: "inbox") == ["empty.txt"])
    #expect(try await stage.status().waiting == 1)
  }

  @Test("A file that stays empty for thirty seconds fails as empty", .tags(.slow))
  func emptyFails() async throws {
    let began = ContinuousClock.now
    try stage.drop([], as: "inbox/empty.txt")
    let watch = try stage.start("watch")
    #expect(await eventually(within: .seconds(90)) { stage.files(in: "failed").count == 2 })
    #expect(began.duration(to: .now) >= .seconds(29))
    #expect(try stage.failure("empty.txt.error.json").code == "empty")
    #expect(try stage.bytes("failed/empty.txt") == [])
    watch.signal(SIGTERM)
    #expect(try await watch.finish().status == .exit(0))
  }
}

extension Tag {
  /// Takes half a minute or more, since it waits for a time that the program itself sets.
  @Tag static var slow: Self
}
