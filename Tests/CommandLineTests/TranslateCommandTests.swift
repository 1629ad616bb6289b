import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

@Suite("transcriptor translate")
struct TranslateCommandTests {
  private let stage: Stage

  init() throws { stage = try Stage() }

  @Test("The words are translated and printed, and the history keeps them")
  func words() async throws {
    let outcome = try await stage.run("translate", "dwa", "słowa", "--detail", "concise", "--from", "pl")
    #expect(outcome.status == .exit(0))
    #expect(outcome.error == "")
    #expect(stage.gemini.exchanges.map(\.text) == ["dwa słowa"])
    #expect(stage.gemini.faults.isEmpty)
    let history = try await stage.run("history", "--json")
    let entry = try #require(try decode([TranslationResult].self, history.output).first)
    #expect(entry.sourceText == "dwa słowa")
    #expect(entry.detailLevel == .concise)
    #expect(outcome.output == ResultFormatter.text(for: entry))
  }

  @Test("Standard input is decoded as a file is, and --json prints the result")
  func input() async throws {
    let utf16: [UInt8] = [0xFF, 0xFE] + "źdźbło\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let outcome = try await stage.run("translate", "--json", "--to", "ja", input: utf16)
    #expect(outcome.status == .exit(0))
    let result = try decode(TranslationResult.self, outcome.output)
    #expect(result.sourceText == "źdźbło")
    #expect(result.encoding == "UTF-16LE")
    #expect(result.targetLanguage.tag == "ja")
    #expect(result.engine == .gemini)
  }

  @Test("What follows two dashes is text, whatever it looks like")
  func dashes() async throws {
    _ = try await stage.run("translate", "--", "--json", "-x")
    #expect(stage.gemini.exchanges.map(\.text) == ["--json -x"])
  }

  @Test(
    "It works where the group can't be written, and says once that the history is not kept",
    .enabled(if: geteuid() == 0))
  func foreignGroup() async throws {
    #expect(mkdir(stage.group.path, 0o755) == 0)
    chmod(stage.folder.path, 0o755)
    for (option, lines) in [("--verbose", 2), ("--quiet", 0)] {
      let outcome = try await ChildProcess.run(
        BuiltProgram.transcriptor.path, ["translate", "dom", option], environment: stage.environmentWithKey,
        user: 65534)
      #expect(outcome.status == .exit(0))
      #expect(!outcome.output.isEmpty)
      #expect(outcome.error.split(separator: "\n").count { $0.contains("history") } == min(lines, 1))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: stage.group.path).isEmpty)
  }

  @Test("It works where no group is named and there is no home")
  func bareEnvironment() async throws {
    let environment = ["GEMINI_API_KEY": GeminiStandIn.key]
    let outcome = try await BuiltProgram.transcriptor.run(
      ["translate", "żółw", "--base-url", stage.gemini.baseURL, "--group", stage.group.path],
      environment: environment)
    #expect(outcome.status == .exit(0))
    #expect(stage.gemini.exchanges.map(\.text) == ["żółw"])
  }

  @Test("An item's trouble is exit status 1", arguments: [" \n", "\u{0}\u{1}"])
  func item(text: String) async throws {
    let outcome = try await stage.run("translate", "--json", input: Array(text.utf8))
    #expect(outcome.status == .exit(1))
    #expect(outcome.output == "")
    let trouble = try decode(Trouble.self, outcome.error)
    #expect(["empty", "not-text"].contains(trouble.code))
    #expect(Date(utc: trouble.failedAt) != nil)
    #expect(stage.gemini.requestCount == 0)
  }

  @Test("Words that are not UTF-8 are refused, never sent with some of their letters lost")
  func foreignBytes() async throws {
    let outcome = try await ChildProcess.run(
      "/bin/sh",
      ["-c", "exec \"$0\" translate --json \"$(printf 'd\\377m')\"", BuiltProgram.transcriptor.path],
      environment: stage.environmentWithKey)
    #expect(outcome.status == .exit(1))
    #expect(try decode(Trouble.self, outcome.error).code == "not-text")
    #expect(stage.gemini.requestCount == 0)
  }

  @Test("A text that is too large is never sent")
  func tooLarge() async throws {
    let outcome = try await stage.run("translate", "--json", "--max-input-bytes", "10", "more than ten bytes")
    #expect(outcome.status == .exit(1))
    #expect(try decode(Trouble.self, outcome.error).code == "too-large")
    #expect(stage.gemini.requestCount == 0)
  }

  @Test("A service that is not there is exit status 75")
  func service() async throws {
    stage.gemini.stop()
    let outcome = try await stage.run("translate", "--json", "dom", "--base-url", "http://127.0.0.1:1")
    #expect(outcome.status == .exit(75))
    #expect(try decode(Trouble.self, outcome.error).code == "service")
  }

  @Test("A wrong key, Gemini without a key, a bad file and a failing source are exit status 78")
  func setup() async throws {
    var outcome = try await BuiltProgram.transcriptor.run(
      ["translate", "dom"], environment: stage.environment.merging(["GEMINI_API_KEY": "wrong"]) { $1 })
    #expect(outcome.status == .exit(78))
    outcome = try await stage.runWithoutKey("translate", "dom", "--engine", "gemini")
    #expect(outcome.status == .exit(78))
    #expect(outcome.error.contains("transcriptor settings set apiKey"))
    outcome = try await stage.runWithoutKey("translate", "dom", "--api-key-command", "false")
    #expect(outcome.status == .exit(78))
    _ = try await stage.run("settings", "set", "maxConcurrent", "4")
    try Data(#"{"maxConcurrent": "four"}"#.utf8).write(to: URL(filePath: stage.group.settingsPath))
    outcome = try await stage.run("translate", "dom")
    #expect(outcome.status == .exit(78))
    #expect(outcome.error.contains(stage.group.settingsPath))
  }

  @Test("An interrupted translation dies by the signal", arguments: [SIGINT, SIGTERM])
  func interrupt(signal: Int32) async throws {
    stage.gemini.always(.hang)
    let child = try ChildProcess.start(
      BuiltProgram.transcriptor.path, ["translate", "dom"], environment: stage.environmentWithKey)
    #expect(await stage.gemini.waits(forRequests: 1))
    child.signal(signal)
    #expect(try await child.finish().status == .signal(signal))
  }

  @Test(
    "Nobody is charged for a translation that can't be printed", arguments: [">&-", ">/dev/full"])
  func closedOutput(redirection: String) async throws {
    let outcome = try await BuiltProgram.transcriptor.run(
      ["translate", "dom"], redirected: redirection, environment: stage.environmentWithKey)
    #expect(outcome.status == .exit(73))
    #expect(stage.gemini.requestCount == 0)
  }
}
