import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

@Suite("Ways in which texts arrive")
struct ArrivalTests {
  private let stage: Stage
  private var inbox: String { stage.group.path + "/inbox" }

  init() throws { stage = try Stage() }

  /// A way to bring a text; the script gets the inbox as `$0`, the text's file elsewhere as `$1`, and this name as `$2`.
  struct Way: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let script: String
    var name = "a.txt"
    /// What the text's file has to be on another file system for.
    var crosses = false
    var program = "/bin/sh"

    static let all = [
      Way(testDescription: "a copy by rsync", script: "rsync \"$1\" \"$0/$2\"", program: "/usr/bin/rsync"),
      Way(testDescription: "a copy that may share blocks", script: "cp --reflink=auto \"$1\" \"$0/$2\""),
      Way(testDescription: "a hard link", script: "ln \"$1\" \"$0/$2\""),
      Way(testDescription: "a move", script: "mv \"$1\" \"$0/$2\""),
      Way(testDescription: "a move across file systems", script: "mv \"$1\" \"$0/$2\"", crosses: true),
      Way(
        testDescription: "a slow copy under the final name",
        script: "while read -r line; do echo \"$line\"; sleep 0.2; done <\"$1\" >\"$0/$2\""),
      Way(
        testDescription: "a folder that fills slowly",
        script: "mkdir -p \"$0/deep/er\"; sleep 0.3; cp \"$1\" \"$0/$2\"", name: "deep/er/a.txt"),
      Way(
        testDescription: "a temporary name that is renamed, with pauses longer than a text settles",
        script:
          "while read -r l; do echo \"$l\" >>\"$0/$2.filepart\"; sleep 1; done <\"$1\"; mv \"$0/$2.filepart\" \"$0/$2\""
      ),
      Way(
        testDescription: "a download whose writer keeps it open, pauses and goes on",
        script:
          "f=\"$0/Unconfirmed 12345.crdownload\"; exec 3>\"$f\"; while read -r l; do echo \"$l\" >&3; sleep 1; done <\"$1\"; mv \"$f\" \"$0/$2\""
      ),
      Way(testDescription: "a name that is not ASCII", script: "cp \"$1\" \"$0/$2\"", name: "żółć 猫.txt"),
    ].filter { access($0.program, X_OK) == 0 && (!$0.crosses || OtherFileSystem.isAvailable) }
  }

  @Test(
    "However a text arrives, it is translated once and whole, in the plain locale too", arguments: Way.all)
  func arrives(way: Way) async throws {
    let other = way.crosses ? OtherFileSystem() : nil
    let source = (other?.path ?? stage.folder.path) + "/source"
    try Files.write("jeden\ndwa\ntrzy\n", to: source)
    try stage.drop(["first.txt": "pierwszy"])
    let watch = try stage.start(
      "watch", "--settle-time", "0.6",
      environment: stage.hurried(["LC_ALL": "C", "TRANSCRIPTOR_SETTLE_TIME": nil]))
    #expect(await eventually { stage.files(in: "done") == ["first.txt"] })
    let outcome = try await ChildProcess.run("/bin/sh", ["-c", way.script, inbox, source, way.name])
    #expect(outcome.status == .exit(0), "\(outcome.error)")
    #expect(await eventually { stage.files(in: "done").count == 2 })
    watch.signal(SIGTERM)
    let ended = try await watch.finish()
    #expect(ended.status == .exit(0))
    #expect(ended.error == "")
    let result = try stage.result(way.name.dropLast(4) + ".json")
    #expect(result.clientIdentifier == way.name)
    #expect(result.sourceText == "jeden\ndwa\ntrzy")
    #expect(stage.gemini.requestCount == 2)
    #expect(stage.files(in: "inbox") == [])
    #expect(stage.files(in: "failed") == [])
  }

  @Test("Long names that begin with the same 240 bytes have results of their own, each with its whole name")
  func longTwins() async throws {
    let start = String(repeating: "a", count: 240)
    let texts = [
      "\(start)-one-long.md": "one", "\(start)-two-long.md": "two", "\(start)-two-long.txt": "three",
    ]
    try stage.drop(texts)
    #expect(try await stage.hurry("run").status == .exit(0))
    let results = try stage.files(in: "outbox").filter { $0.hasSuffix(".json") }.map(stage.result)
    #expect(Dictionary(results.map { ($0.clientIdentifier, $0.sourceText) }) { $1 } == texts)
    #expect(stage.files(in: "outbox").count == 6)
    #expect(stage.files(in: "done") == texts.keys.sorted())
  }

  @Test(
    "A share action that is killed while it reads leaves nothing that is taken, and most often nothing at all"
  )
  func killedAction() async throws {
    let pipe = stage.folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    // Open for writing too, so that the action waits for more.
    let end = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    defer { close(end) }
    #expect(write(end, "half", 4) == 4)
    mkdir(stage.group.path, 0o700)
    let action = try ChildProcess.start(
      "/bin/sh",
      ["-c", "exec \"$0\" --group \"$1\" <\"$2\"", BuiltProgram.action.path, stage.group.path, pipe])
    #expect(await eventually { openFile(of: action.pid) != nil })
    let file = openFile(of: action.pid)
    action.signal(SIGKILL)
    #expect(try await action.finish().status == .signal(SIGKILL))
    if file?.hasSuffix("(deleted)") == true {
      #expect(stage.files(in: "inbox") == [])
    } else {
      #expect(stage.files(in: "inbox").allSatisfy { $0.hasPrefix(".transcriptor-") })
    }
    #expect(try await stage.hurry("run").status == .exit(0))
    #expect(stage.gemini.requestCount == 0)
  }

  /// What a process writes in the inbox, as proc(5) names it: without a name it counts as deleted.
  private func openFile(of process: Int32) -> String? {
    let folder = "/proc/\(process)/fd"
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + $0) }
      .first { $0.hasPrefix(inbox + "/") }
  }
}
