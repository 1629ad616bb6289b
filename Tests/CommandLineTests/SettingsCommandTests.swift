import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

@Suite("transcriptor settings")
struct SettingsCommandTests {
  private let stage: Stage

  init() throws { stage = try Stage() }

  private func settings(_ arguments: String..., input: String? = nil) async throws -> ChildProcess.Outcome {
    try await BuiltProgram.transcriptor.run(
      ["settings"] + arguments, environment: ["HOME": stage.folder.path, "PATH": "/usr/bin:/bin"],
      input: input.map { Array($0.utf8) })
  }

  @Test("What is set is read again and listed with where it comes from")
  func roundTrip() async throws {
    #expect(try await settings("set", "pollInterval", "0.2").status == .exit(0))
    #expect(try await settings("set", "apiVersion", "v1").status == .exit(0))
    #expect(try await settings("get", "pollInterval").output == "0.2\n")
    #expect(try await settings("get", "maxConcurrent").output == "8\n")
    let list = try await settings().output.split(separator: "\n")
    #expect(list.count == SettingKey.allCases.count + 1)
    #expect(list.contains { $0.hasPrefix("pollInterval ") && $0.hasSuffix(stage.group.settingsPath) })
    #expect(list.contains { $0.hasPrefix("apiVersion ") && $0.hasSuffix(stage.config.settingsPath) })
    #expect(list.contains { $0.hasPrefix("targetLanguage ") && $0.hasSuffix("assumed") })
    #expect(try await settings("unset", "pollInterval").status == .exit(0))
    #expect(try await settings("get", "pollInterval").output == "1\n")
  }

  @Test("Both files keep strangers out")
  func rights() async throws {
    _ = try await settings("set", "model", "m")
    _ = try await settings("set", "apiKeyCommand", "pass", "show", "a b")
    for path in [stage.group.settingsPath, stage.config.settingsPath] {
      var status = stat()
      #expect(stat(path, &status) == 0)
      #expect(status.st_mode & 0o7777 == 0o600)
    }
    #expect(try await settings("get", "apiKeyCommand").output == #"["pass","show","a b"]"# + "\n")
    #expect(
      try String(contentsOf: URL(filePath: stage.group.settingsPath), encoding: .utf8)
        == "{\n  \"model\": \"m\"\n}\n")
  }

  @Test(
    "A wrong command line changes nothing",
    arguments: [
      ["set", "maxConcurrent", "0"], ["set", "maxConcurrent"], ["set", "maxConcurrent", "1", "2"], ["set"],
      ["set", "targetLanguage", "english"], ["get", "noSuch"], ["get"], ["frob", "model"],
      ["set", "baseURL", "http://x.org"],
      ["unset", "model", "x"],
    ])
  func wrong(arguments: [String]) async throws {
    let outcome = try await BuiltProgram.transcriptor.run(
      ["settings"] + arguments, environment: stage.environment)
    #expect(outcome.status == .exit(64))
    #expect(!outcome.error.isEmpty)
    #expect(access(stage.group.path, F_OK) != 0)
  }

  @Test("A key is read from standard input, kept for this user alone, and never shown")
  func key() async throws {
    #expect(try await settings("get", "apiKey").output == "not set\n")
    let stored = try await settings("set", "apiKey", "--verbose", input: "AQ.secret\nnext line\n")
    #expect(stored.status == .exit(0))
    #expect(try String(contentsOf: URL(filePath: stage.config.keyPath), encoding: .utf8) == "AQ.secret\n")
    let outputs = [
      stored, try await settings("get", "apiKey"), try await settings("get", "apiKey", "--json"),
      try await settings(), try await settings("--json"),
    ]
    for outcome in outputs {
      #expect(outcome.status == .exit(0))
      #expect(!(outcome.output + outcome.error).contains("secret"))
    }
    #expect(outputs[1].output == "the file \(stage.config.keyPath)\n")
    #expect(try await settings("unset", "apiKey").status == .exit(0))
    #expect(access(stage.config.keyPath, F_OK) != 0)
  }

  @Test(
    "A key as an argument is refused and not repeated",
    arguments: [
      ["settings", "set", "apiKey", "AQ.secret"], ["settings", "get", "apiKey", "AQ.secret"],
      ["settings", "unset", "apiKey", "AQ.secret"], ["settings", "--api-key=AQ.secret"],
      ["translate", "dom", "--apiKey=AQ.secret"],
    ])
  func keyArgument(arguments: [String]) async throws {
    let outcome = try await BuiltProgram.transcriptor.run(arguments, environment: stage.environment)
    #expect(outcome.status == .exit(64))
    #expect(!(outcome.output + outcome.error).contains("secret"))
    #expect(access(stage.config.keyPath, F_OK) != 0)
  }

  @Test("What is no key is refused", arguments: ["", "\n", "two words\n"])
  func noKey(input: String) async throws {
    #expect(try await settings("set", "apiKey", input: input).status == .exit(64))
    #expect(access(stage.config.keyPath, F_OK) != 0)
  }

  @Test("A bad value in a file stops nobody from mending it")
  func mending() async throws {
    _ = try await settings("set", "maxConcurrent", "4")
    try Data(#"{"maxConcurrent": 0, "mine": 1}"#.utf8).write(to: URL(filePath: stage.group.settingsPath))
    #expect(try await settings().status == .exit(78))
    #expect(try await settings("set", "maxConcurrent", "5").status == .exit(0))
    let list = try await settings()
    #expect(list.status == .exit(0))
    #expect(list.error.contains("mine"))
  }

  @Test("A personal file that others may read is refused with the command that mends it")
  func looseRights() async throws {
    _ = try await settings("set", "apiVersion", "v1")
    chmod(stage.config.settingsPath, 0o644)
    let outcome = try await settings()
    #expect(outcome.status == .exit(78))
    #expect(outcome.error.contains("chmod 600 '\(stage.config.settingsPath)'"))
  }

  @Test("A group that can't be made is exit status 73")
  func unwritable() async throws {
    let outcome = try await settings("set", "model", "m", "--group", stage.folder.path + "/no/group")
    #expect(outcome.status == .exit(73))
  }

  @Test("A variable that counts before what was set is pointed out")
  func variable() async throws {
    let outcome = try await BuiltProgram.transcriptor.run(
      ["settings", "set", "model", "m"],
      environment: stage.environment.merging(["TRANSCRIPTOR_MODEL": "x"]) { $1 })
    #expect(outcome.error.contains("TRANSCRIPTOR_MODEL"))
  }
}
