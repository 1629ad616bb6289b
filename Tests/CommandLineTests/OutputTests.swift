import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

@Suite("What the spool's commands print")
struct OutputTests {
  private let stage: Stage

  init() throws { stage = try Stage() }

  @Test("Real results and errors are what the printed schemas describe")
  func schemas() async throws {
    let folder = stage.folder.path + "/texts"
    try stage.drop(["one.txt": "one", "ja/two.md": "dwa\nsłowa", "blocked.txt": "blocked"])
    try stage.drop([0xFF, 0xFE, 0x7A, 0x01], as: "inbox/utf16.txt")
    try stage.drop([0], as: "inbox/binary")
    try stage.drop([UInt8](repeating: 0x61, count: 2_000_000), as: "inbox/large")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data([0]).write(to: URL(filePath: folder + "/stays"))
    stage.gemini.script([.finish("SAFETY")], for: "blocked")
    #expect(try await stage.hurry("run").status == .exit(1))
    let trouble = try await stage.hurry("run", folder, "--json")
    #expect(trouble.status == .exit(1))

    func texts(in place: String) throws -> [String] {
      try stage.files(in: place).filter { $0.hasSuffix(".json") }.map {
        String(decoding: try stage.bytes(place + "/" + $0), as: UTF8.self)
      }
    }
    let results = try texts(in: "outbox")
    let errors = try texts(in: "failed") + [trouble.error]
    #expect(results.count == 3)
    #expect(errors.count == 5)
    for (name, values) in [("result", results), ("error", errors)] {
      let schema = try await stage.hurry("schema", name).output
      let faults = try await SchemaValidator.faults(of: values, bySchema: schema)
      #expect(faults == values.map { _ in [] })
      // A schema that refuses nothing would prove nothing.
      let none = try await SchemaValidator.faults(of: ["{}", "[]"], bySchema: schema)
      #expect(none.allSatisfy { !$0.isEmpty })
    }
  }

  @Test("A run and a status print one JSON value, and trouble is one on standard error")
  func json() async throws {
    try stage.drop(["one.txt": "one", "two.txt": "two"])
    try stage.drop([0], as: "inbox/bad\u{1B}[31m")
    try stage.drop("".utf8, as: "inbox/.hidden")
    let run = try await stage.hurry("run", "--json")
    #expect(run.status == .exit(1))
    #expect(run.output == "{\n  \"translated\": 2,\n  \"failed\": 1,\n  \"waiting\": 0\n}\n")
    #expect(!run.error.contains("\u{1B}"))
    let trouble = try decode(Trouble.self, run.error)
    #expect(trouble.clientIdentifier == "bad\u{1B}[31m")
    #expect(trouble.code == "not-text")
    let status = try await stage.status()
    #expect((status.waiting, status.inHand, status.failed) == (0, 0, 1))
    #expect(status.held.map(\.name) == [".hidden"])
    #expect(status.paused == nil)
  }

  @Test("A run without trouble prints nothing where standard error is no terminal")
  func silent() async throws {
    try stage.drop(["one.txt": "one"])
    for _ in 1...2 {
      let outcome = try await stage.hurry("run")
      #expect(outcome.status == .exit(0))
      #expect(outcome.output + outcome.error == "")
    }
  }

  @Test(
    "On a terminal a run shows how far it is and how fast", .enabled(if: access("/usr/bin/script", X_OK) == 0)
  )
  func progress() async throws {
    try stage.drop(Stage.texts(20))
    stage.gemini.delay(.milliseconds(100))
    let outcome = try await ChildProcess.run(
      "/usr/bin/script", ["-qec", "'\(BuiltProgram.transcriptor.path)' run", "/dev/null"],
      environment: stage.hurried)
    #expect(outcome.status == .exit(0))
    let states = outcome.output.split(separator: "\r").filter { $0.contains("waiting") }
    #expect(states.count > 2)
    #expect(states.first?.contains("0 translated, 0 failed, ") == true)
    let last = try #require(states.last)
    #expect(last.contains("20 translated, 0 failed, 0 waiting, "))
    #expect(last.contains("/s"))
    #expect(!last.contains(" 0.0/s"))
    // A terminal turns the line feed at the end into two characters, which Swift takes for one.
    #expect(outcome.output.utf8.last == 0x0A)

    try stage.drop(["more.txt": "more"])
    let quiet = try await ChildProcess.run(
      "/usr/bin/script", ["-qec", "'\(BuiltProgram.transcriptor.path)' run --quiet", "/dev/null"],
      environment: stage.hurried)
    #expect(quiet.output == "")
  }

  @Test("Everything works in an empty environment")
  func emptyEnvironment() async throws {
    try stage.drop(["one.txt": "one"])
    // Without variables the home is that of the password file, and a test must not write there: root hands the work to
    // a user who has none, and others name a folder for it.
    var (user, environment): (UInt32?, [String: String]) = (nil, ["XDG_STATE_HOME": stage.folder.path])
    if geteuid() == 0 {
      (user, environment) = (65_534, [:])
      for path in Files.everything(below: stage.folder.path).keys {
        chown(stage.folder.path + "/" + path, 65_534, 65_534)
      }
      chmod(stage.folder.path, 0o755)
    }
    let outcome = try await BuiltProgram.transcriptor.run(
      [
        "run", "--group", stage.group.path, "--base-url", stage.gemini.baseURL, "--to", "ru",
        "--api-key-command", "[\"/bin/echo\", \"\(GeminiStandIn.key)\"]",
      ], environment: environment, user: user)
    #expect(outcome.status == .exit(0))
    #expect(outcome.error == "")
    #expect(stage.files(in: "done") == ["one.txt"])
    for command in [["history"], ["status"], ["status", "--json"]] {
      let outcome = try await BuiltProgram.transcriptor.run(
        command + ["--group", stage.group.path], environment: environment, user: user)
      #expect(outcome.status == .exit(0))
      #expect(!outcome.output.isEmpty)
    }
  }

  @Test(
    "Nothing is retried under a name that nobody knows",
    arguments: ["none.txt", "../inbox/one.txt", "/etc/passwd", ""])
  func retryUnknown(name: String) async throws {
    try stage.drop([0], as: "inbox/bad")
    #expect(try await stage.hurry("run").status == .exit(1))
    let outcome = try await stage.hurry("retry", name, "bad")
    #expect(outcome.status == .exit(1))
    #expect(outcome.error.contains(name))
    #expect(stage.files(in: "inbox") == ["bad"])
    #expect(stage.files(in: "failed") == [])
  }

  @Test("The history holds what a run translated, translates it anew, and forgets it")
  func history() async throws {
    try stage.drop(["one.txt": "one"])
    #expect(try await stage.hurry("run").status == .exit(0))
    struct Entry: Decodable { let id: Int, sourceText: String }
    let entries = try decode([Entry].self, await stage.hurry("history", "--json").output)
    #expect(entries.map(\.sourceText) == ["one"])
    let id = try #require(entries.first?.id)
    #expect(try await stage.hurry("history", "again", "\(id)").status == .exit(0))
    #expect(stage.gemini.exchanges.map(\.text) == ["one", "one"])
    #expect(try await stage.hurry("history", "show", "\(id + 100)").status == .exit(1))
    #expect(try await stage.hurry("history", "clear").status == .exit(0))
    #expect(try await stage.hurry("history", "--json").output == "[]\n")
    #expect(stage.files(in: "done") == ["one.txt"])
    #expect(stage.files(in: "outbox") == ["one.json", "one.txt"])
  }
}

@Suite("Programs that the program starts")
struct StartedProgramTests {
  @Test("They begin with no signal blocked or ignored, no descriptor of ours, and no key")
  func cleanStart() async throws {
    let stage = try Stage()
    let report = stage.folder.path + "/report"
    let script = "(cat /proc/self/status; ls /proc/$$/fd; env) >'\(report)'; echo \(GeminiStandIn.key)"
    try stage.drop(["one.txt": "one"])
    let words: JSONValue = ["sh", "-c", .string(script)]
    let outcome = try await BuiltProgram.transcriptor.run(
      ["run", "--api-key-command", words.compact], environment: stage.hurried(["GEMINI_API_KEY": nil]))
    #expect(outcome.status == .exit(0))
    let lines = try String(contentsOf: URL(filePath: report), encoding: .utf8).split(separator: "\n")
    for mask in ["SigBlk:\t", "SigIgn:\t"] {
      let line = try #require(lines.first { $0.hasPrefix(mask) })
      let signals = try #require(UInt64(line.dropFirst(mask.count), radix: 16))
      // From 32 on they are the C library's own, and nobody can set them (nptl(7)).
      #expect(signals & 0x7FFF_FFFF == 0, "\(line)")
    }
    let descriptors = lines.compactMap { Int($0) }
    // A shell keeps its script or a saved descriptor from 10 on.
    #expect(descriptors.filter { $0 < 10 } == [0, 1, 2])
    #expect(!lines.contains { $0.contains(GeminiStandIn.key) || $0.hasPrefix("GEMINI") })
  }
}
