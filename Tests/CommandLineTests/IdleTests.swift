import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite("A watch with nothing to do")
struct IdleTests {
  private let stage: Stage

  init() throws { stage = try Stage(inMemory: true) }

  /// The processor's time that a process took so far, in hundredths of a second (proc_pid_stat(5), fields 14 and 15).
  private func ticks(_ process: ChildProcess) throws -> Int {
    let line = try String(contentsOf: URL(filePath: "/proc/\(process.pid)/stat"), encoding: .utf8)
    let fields = line.split(separator: " ")
    return (Int(fields[13]) ?? 0) + (Int(fields[14]) ?? 0)
  }

  @Test("rests, also after a text was done and while a name is held back")
  func rests() async throws {
    let watch = try stage.start("watch", environment: stage.hurried(["TRANSCRIPTOR_POLL_INTERVAL": "60"]))
    try stage.drop(["kot.txt": "kot", "held.tmp": "pies"])
    #expect(await eventually { stage.files(in: "done") == ["kot.txt"] })
    try stage.drop(["dom.txt": "dom", "other.tmp": "lis"])
    #expect(await eventually { stage.files(in: "done") == ["dom.txt", "kot.txt"] })
    let before = try ticks(watch)
    try await Task.sleep(for: .seconds(2))
    // A loop without a rest takes all of one processor, which is 200.
    #expect(try ticks(watch) - before < 40)
    watch.signal(SIGTERM)
    #expect(try await watch.finish().status == .exit(0))
  }
}
