import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension Drills {
  @Suite("Two machines on one folder", .enabled(if: UserSpaceMount.isAvailable))
  struct SharedFolderTests {
    private let stage: Stage

    init() throws { stage = try Stage() }

    /// Starts a command at one of the mounts, the second of which belongs to another machine.
    private func start(_ words: String..., at number: Int, of shared: MirroredFolder) throws -> ChildProcess {
      let environment = stage.hurried(["TRANSCRIPTOR_GROUP": shared.paths[number] + "/Transcriptor"])
      let program = BuiltProgram.transcriptor.path
      let command = number == 0 ? (program, words) : shared.onOtherMachine(program, words)
      return try ChildProcess.start(command.0, command.1, environment: environment)
    }

    private func drop(_ texts: [String: String], in shared: MirroredFolder) throws {
      let inbox = shared.paths[0] + "/Transcriptor/inbox"
      try FileManager.default.createDirectory(atPath: inbox, withIntermediateDirectories: true)
      chmod(shared.paths[0] + "/Transcriptor", 0o700)
      for (path, text) in texts { try Data(text.utf8).write(to: URL(filePath: inbox + "/" + path)) }
    }

    private func files(_ folder: String, of shared: MirroredFolder) -> [String] {
      Stage.files(below: shared.paths[0] + "/Transcriptor/" + folder)
    }

    @Test("No lock reaches from one to the other, and yet no text is asked for twice")
    func shared() async throws {
      let shared = try await MirroredFolder()
      stage.gemini.delay(.milliseconds(20) ... .milliseconds(200))
      let texts = Stage.texts(120)
      try drop(texts, in: shared)
      let watches = try (0...1).map { try start("watch", at: $0, of: shared) }
      #expect(await eventually(within: .seconds(40)) { files("done", of: shared).count == texts.count })
      for watch in watches { watch.signal(SIGTERM) }
      for watch in watches {
        let outcome = try await watch.finish()
        #expect(outcome.status == .exit(0))
        // The history's lock does not reach the other machine either, and no text waits for it.
        #expect(outcome.error.split(separator: "\n").filter { !$0.contains("istory") } == [])
      }
      #expect(stage.notAskedOnce(texts) == [])
      #expect(files("outbox", of: shared).count == 2 * texts.count)
      #expect(files("inbox", of: shared) == [])
      #expect(files(".work", of: shared) == [])
    }

    @Test(
      "What one had in hand when it was killed waits for it, however long, and status tells the other of it")
    func killed() async throws {
      let shared = try await MirroredFolder()
      stage.gemini.script([.hang], for: "dom")
      try drop(["dom.txt": "dom"], in: shared)
      let watch = try start("watch", at: 1, of: shared)
      #expect(await stage.gemini.waits(forRequests: 1))
      #expect(try await start("run", at: 0, of: shared).finish().status == .exit(0))
      watch.signal(SIGKILL)
      _ = try await watch.finish()
      #expect(try await start("run", at: 0, of: shared).finish().status == .exit(0))
      #expect(stage.gemini.requestCount == 1)
      let told = try await start("status", "--json", at: 0, of: shared).finish().output
      let status = try decode(WrittenStatus.self, told)
      #expect(status.held.map(\.name) == ["dom.txt"])
      #expect(status.held.first?.rule.contains("another machine") == true)

      #expect(try await start("run", at: 1, of: shared).finish().status == .exit(0))
      #expect(files("outbox", of: shared) == ["dom.json", "dom.txt"])
      #expect(files(".work", of: shared) == [])
    }

    @Test("Where the one will not come back, the user has the other take its texts up")
    func takenOver() async throws {
      let shared = try await MirroredFolder()
      stage.gemini.script([.hang], for: "dom")
      try drop(["dom.txt": "dom"], in: shared)
      let watch = try start("watch", at: 1, of: shared)
      #expect(await stage.gemini.waits(forRequests: 1))
      watch.signal(SIGKILL)
      _ = try await watch.finish()
      let outcome = try await start("retry", "--take-over", "--json", at: 0, of: shared).finish()
      #expect(try decode([String: Int].self, outcome.output) == ["retried": 1])
      #expect(try await start("run", at: 0, of: shared).finish().status == .exit(0))
      #expect(files("outbox", of: shared) == ["dom.json", "dom.txt"])
      #expect(files(".work", of: shared) == [])
    }
  }
}
