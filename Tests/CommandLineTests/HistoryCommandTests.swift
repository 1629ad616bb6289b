import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

@Suite("transcriptor history")
struct HistoryCommandTests {
  private let stage: Stage

  init() throws { stage = try Stage() }

  private struct Entry: Decodable {
    let id: Int
    let sourceText: String
    let targetLanguage: String
    let detailLevel: String
  }

  private func entries() async throws -> [Entry] {
    try decode([Entry].self, try await stage.run("history", "--json").output)
  }

  @Test("An empty history lists nothing and makes no file")
  func empty() async throws {
    let outcome = try await stage.run("history")
    #expect(outcome.status == .exit(0))
    #expect(outcome.output == "")
    #expect(try await stage.run("history", "--json").output == "[]\n")
    #expect(access(stage.group.historyPath, F_OK) != 0)
  }

  @Test("The newest comes first, in lines that fit and hold no control character")
  func list() async throws {
    _ = try await stage.run("translate", "pierwszy")
    _ = try await stage.run("translate", String(repeating: "bardzo długi ", count: 40))
    _ = try await stage.run("translate", "a\u{1B}[31mb\u{202E}c")
    let outcome = try await stage.run("history")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("3  "))
    #expect(lines[2].contains("pierwszy"))
    #expect(lines.allSatisfy { $0.count <= 100 })
    #expect(!outcome.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    let json = try await stage.run("history", "--json")
    #expect(!json.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    #expect(try decode([Entry].self, json.output).first?.sourceText == "a\u{1B}[31mb\u{202E}c")
  }

  @Test("An entry is shown whole, and translated anew as it was unless told otherwise")
  func showAndAgain() async throws {
    _ = try await stage.run("translate", "dom", "--to", "ja", "--detail", "concise")
    let shown = try await stage.run("history", "show", "1")
    #expect(shown.output.contains("→ ja"))
    #expect(shown.output.contains("\n\ndom\n\n"))
    #expect(try decode(Entry.self, try await stage.run("history", "show", "1", "--json").output).id == 1)

    #expect(try await stage.run("history", "again", "1").status == .exit(0))
    #expect(try await stage.run("history", "again", "1", "--to", "de").status == .exit(0))
    let entries = try await entries()
    #expect(entries.map(\.targetLanguage) == ["de", "ja", "ja"])
    #expect(entries.map(\.detailLevel) == ["concise", "concise", "concise"])
    #expect(stage.gemini.exchanges.map(\.text) == ["dom", "dom", "dom"])
  }

  @Test("An unknown entry is exit status 1, and what is no ID is a wrong command line")
  func unknown() async throws {
    let outcome = try await stage.run("history", "show", "7", "--json")
    #expect(outcome.status == .exit(1))
    #expect(try decode(Trouble.self, outcome.error).code == "not-found")
    #expect(try await stage.run("history", "again", "7").status == .exit(1))
    #expect(try await stage.run("history", "show", "x").status == .exit(64))
    #expect(try await stage.run("history", "show").status == .exit(64))
    #expect(try await stage.run("history", "frob").status == .exit(64))
  }

  @Test("Clearing removes all, says where texts still are, and numbers go on")
  func clear() async throws {
    _ = try await stage.run("translate", "tajemnica")
    let outcome = try await stage.run("history", "clear")
    #expect(outcome.status == .exit(0))
    #expect(outcome.output.contains(stage.group.path + "/outbox"))
    #expect(outcome.output.contains(stage.group.path + "/done"))
    #expect(try await entries().isEmpty)
    #expect(try !stage.everythingInGroup().contains("tajemnica"))
    _ = try await stage.run("translate", "dom")
    #expect(try await entries().map(\.id) == [2])
  }

  @Test("A reader that goes away is no trouble")
  func brokenPipe() async throws {
    for number in 1...3 { _ = try await stage.run("translate", "słowo \(number)") }
    let program = BuiltProgram.transcriptor.path
    let script = "{ '\(program)' history --json; echo $? >&2; } | true"
    let outcome = try await ChildProcess.run(
      "/bin/sh", ["-c", script], environment: stage.environmentWithKey)
    #expect(outcome.error == "0\n")
  }
}
