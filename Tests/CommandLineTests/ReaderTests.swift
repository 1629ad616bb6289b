import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

@Suite("A watch and whoever reads what it says")
struct ReaderTests {
  private let stage: Stage
  private let pipe: String

  init() throws {
    stage = try Stage(inMemory: true)
    pipe = stage.folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
  }

  private func watch() throws -> ChildProcess {
    try ChildProcess.start(
      "/bin/sh", ["-c", "exec \"$0\" watch 2>'\(pipe)'", BuiltProgram.transcriptor.path],
      environment: stage.hurried, timeout: .seconds(120))
  }

  /// Texts that each fail with two lines.
  private func dropBad(_ numbers: ClosedRange<Int>) throws {
    for number in numbers { try stage.drop([0], as: "inbox/bad-\(number)") }
  }

  /// Everything that is in the pipe now.
  private func drain(_ reader: Int32) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(reader, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer.prefix(count)
    }
  }

  @Test("It works on while nobody reads, and says later how many messages found no reader")
  func blocked() async throws {
    let reader = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    let filler = [UInt8](repeating: 0x0A, count: 4096)
    while write(reader, filler, filler.count) > 0 {}
    let watch = try watch()
    try dropBad(1...20)
    try stage.drop(["good.txt": "good"])
    #expect(await eventually { stage.files(in: "failed").count == 40 && stage.files(in: "done").count == 1 })
    _ = drain(reader)
    try dropBad(21...21)
    #expect(await eventually { stage.files(in: "failed").count == 42 })
    watch.signal(SIGTERM)
    #expect(try await watch.finish().status == .exit(0))
    let lines = drain(reader).split(separator: "\n")
    #expect(lines.first == "transcriptor: 40 messages found no reader.")
    #expect(lines.count == 3)
    #expect(lines.dropFirst().first?.contains("bad-21") == true)
  }

  @Test("It works on after its reader is gone")
  func gone() async throws {
    let reader = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    let watch = try watch()
    try dropBad(1...1)
    #expect(await eventually { stage.files(in: "failed").count == 2 })
    close(reader)
    try dropBad(2...9)
    try stage.drop(["good.txt": "good"])
    #expect(await eventually { stage.files(in: "failed").count == 18 && stage.files(in: "done").count == 1 })
    watch.signal(SIGTERM)
    #expect(try await watch.finish().status == .exit(0))
  }
}
