import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

@testable import transcriptor

@Suite("transcriptor as a program")
struct ProgramTests {
  private let stage: Stage

  init() throws { stage = try Stage() }

  @Test(
    "Every command has its help, also under an empty environment",
    arguments: TranscriptorCommand.commands.map { $0.name })
  func help(name: String) async throws {
    let outcome = try await BuiltProgram.transcriptor.run([name, "--help"])
    #expect(outcome.status == .exit(0))
    #expect(outcome.error == "")
    #expect(outcome.output.hasPrefix("Usage: transcriptor \(name)"))
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    #expect(try await BuiltProgram.transcriptor.run(["help", name]).output == outcome.output)
    #expect(try await BuiltProgram.transcriptor.run(["--help"]).output.contains("\n  \(name) "))
  }

  @Test("The general help names every option and exit status")
  func generalHelp() async throws {
    let help = try await BuiltProgram.transcriptor.run(["-h"]).output
    for key in SettingKey.allCases {
      for option in key.options { #expect(help.contains(option + " ") || help.contains(option + ",")) }
    }
    for option in ["--group DIR", "--from LANG", "--json", "--quiet", "--verbose", "--help", "--version"] {
      #expect(help.contains(option))
    }
    for status in [0, 1, 64, 66, 70, 73, 75, 78] { #expect(help.contains("\n  \(status) ")) }
  }

  @Test(
    "A wrong command line is exit status 64 with a hint, and JSON where that was asked for",
    arguments: [
      [], ["frob"], ["translate", "--frob"], ["translate", "--to", "english", "x"], ["translate", "--to"],
      ["translate", "--max-concurrent", "0"], ["schema"], ["schema", "frob"], ["about", "x"],
      ["--group=", "about"],
    ])
  func wrong(arguments: [String]) async throws {
    let outcome = try await BuiltProgram.transcriptor.run(arguments)
    #expect(outcome.status == .exit(64))
    #expect(outcome.output == "")
    #expect(outcome.error.hasPrefix("transcriptor: "))
    let json = try await BuiltProgram.transcriptor.run(arguments + ["--json"])
    #expect(try decode(Trouble.self, json.error).code == "usage")
  }

  @Test("A mistyped command gets a suggestion")
  func suggestion() async throws {
    #expect(try await BuiltProgram.transcriptor.run(["histroy"]).error.contains("transcriptor history"))
  }

  @Test("Control characters of an argument reach no terminal raw")
  func controlCharacters() async throws {
    let outcome = try await BuiltProgram.transcriptor.run(["a\u{1B}[2J\u{202E}"])
    #expect(!outcome.error.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
  }

  @Test("Options may stand before the command")
  func optionsFirst() async throws {
    let outcome = try await BuiltProgram.transcriptor.run(["--json", "--group", stage.group.path, "history"])
    #expect(outcome.output == "[]\n")
  }

  @Test(
    "The schemas are those of the library",
    arguments: [
      ("result", ResultSchemas.result), ("error", ResultSchemas.error), ("request", ResultSchemas.request),
    ])
  func schemas(name: String, schema: JSONValue) async throws {
    #expect(try await BuiltProgram.transcriptor.run(["schema", name]).output == schema.pretty)
  }

  @Test("The version and what the program is are told without a home")
  func about() async throws {
    let version = try await BuiltProgram.transcriptor.run(["--version"]).output
    #expect(version == "transcriptor 0.1.0\n")
    let about = try await BuiltProgram.transcriptor.run(["about"])
    #expect(about.status == .exit(0))
    #expect(about.output.hasPrefix(version))
    struct About: Decodable {
      let version: String
      let paths: [String: String]
    }
    let json = try await stage.run("about", "--json").output
    #expect(try decode(About.self, json).paths["group"] == stage.group.path)
  }

  @Test(
    "Output that can't be written is exit status 73",
    arguments: [["about"], ["schema", "result"], ["--help"], ["settings"]],
    [">&-", ">/dev/full"])
  func output(arguments: [String], redirection: String) async throws {
    let outcome = try await BuiltProgram.transcriptor.run(
      arguments, redirected: redirection, environment: stage.environment)
    #expect(outcome.status == .exit(73))
    #expect(outcome.error.contains("standard output"))
  }

  @Test("Closed streams do not end up in a file of ours")
  func closedStreams() async throws {
    let outcome = try await BuiltProgram.transcriptor.run(
      ["translate", "dom"], redirected: "<&- 2>&-", environment: stage.environmentWithKey)
    #expect(outcome.status == .exit(0))
    let again = try await BuiltProgram.transcriptor.run(
      ["history"], redirected: "<&- >&- 2>&-", environment: stage.environment)
    #expect(again.status == .exit(73))
    #expect(try await stage.run("history", "--json").status == .exit(0))
  }
}
