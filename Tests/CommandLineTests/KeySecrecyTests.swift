import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

@Suite("The key stays where it belongs")
struct KeySecrecyTests {
  private let stage: Stage

  init() throws { stage = try Stage() }

  @Test("While it works, neither arguments nor environment of the process show the key")
  func processList() async throws {
    stage.gemini.always(.hang)
    let child = try ChildProcess.start(
      BuiltProgram.transcriptor.path, ["translate", "dom"], environment: stage.environmentWithKey)
    #expect(await stage.gemini.waits(forRequests: 1))
    for file in ["cmdline", "environ"] {
      let bytes = try Data(contentsOf: URL(filePath: "/proc/\(child.pid)/\(file)"))
      #expect(!bytes.isEmpty)
      #expect(!String(decoding: bytes, as: UTF8.self).contains(GeminiStandIn.key))
    }
    // The kernel gives what it tells of a process that is closed to others to the super-user.
    var status = stat()
    #expect(stat("/proc/\(child.pid)/environ", &status) == 0)
    #expect(status.st_uid == 0)
    child.signal(SIGTERM)
    _ = try await child.finish()
  }

  @Test("The command that prints the key inherits none")
  func children() async throws {
    let list = stage.folder.path + "/environment"
    let script = "env >'\(list)'; echo \(GeminiStandIn.key)"
    // Set but empty variables are unset, so that the command is what counts.
    let environment = stage.environment.merging(["GEMINI_API_KEY": "", "GOOGLE_API_KEY": ""]) { $1 }
    _ = try await stage.run("settings", "set", "apiKeyCommand", "--", "sh", "-c", script)
    let outcome = try await BuiltProgram.transcriptor.run(["translate", "dom"], environment: environment)
    #expect(outcome.status == .exit(0))
    let variables = try String(contentsOf: URL(filePath: list), encoding: .utf8)
    #expect(variables.contains("HOME="))
    #expect(!variables.contains("API_KEY"))
  }

  @Test("No output, error, result or database holds the key, and no address does")
  func outputs() async throws {
    stage.gemini.script([
      .reply(status: 400, body: "{\"error\": {\"message\": \"bad \(GeminiStandIn.key)\"}}")
    ])
    let failed = try await stage.run("translate", "dom", "--verbose")
    let answered = try await stage.run("translate", "dom", "--verbose", "--json")
    #expect(answered.status == .exit(0))
    let told = failed.output + failed.error + answered.output + answered.error
    #expect(!told.contains(GeminiStandIn.key))
    #expect(try !stage.everythingInGroup().contains(GeminiStandIn.key))
    #expect(stage.gemini.exchanges.allSatisfy { !$0.path.contains("key") })
    #expect(stage.gemini.exchanges.allSatisfy { $0.headers["x-goog-api-key"] == GeminiStandIn.key })
  }

  @Test("The on-device engine asks no source for a key")
  func notNeeded() async throws {
    let mark = stage.folder.path + "/asked"
    let outcome = try await stage.runWithoutKey(
      "translate", "dom", "--engine", "on-device", "--api-key-command", "touch \(mark)")
    #expect(outcome.status != .exit(78))
    #expect(access(mark, F_OK) != 0)
  }

  @Test("The command that prints the key has default signals, though the program ignores a broken pipe")
  func signals() async throws {
    let outcome = try await stage.runWithoutKey(
      "translate", "dom", "--api-key-command", #"["sh", "-c", "kill -PIPE $$; echo key"]"#)
    #expect(outcome.status == .exit(78))
    #expect(outcome.error.contains("signal \(SIGPIPE)"))
  }
}
