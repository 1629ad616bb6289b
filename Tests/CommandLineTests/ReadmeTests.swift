import CommandLineSupport
import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

@testable import transcriptor

@Suite("README.md")
struct ReadmeTests {
  private let readme: String

  init() throws { readme = try Project.text(of: "README.md") }

  /// The fenced blocks of a language, line by line.
  private func blocks(_ language: String) -> [[Substring]] {
    var blocks: [[Substring]] = []
    var opened: Substring?
    for line in readme.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        opened = opened == nil ? line.dropFirst(3) : nil
        if opened == language[...] { blocks.append([]) }
      } else if opened == language[...] {
        blocks[blocks.count - 1].append(line)
      }
    }
    return blocks
  }

  /// Times of one kind are all the same.
  private static func normalised(_ text: String) -> String {
    text.replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/, with: "UTC").replacing(
      /\d{4}-\d\d-\d\d \d\d:\d\d/, with: "LOCAL")
  }

  @Test("Every command that is shown prints what is shown", .enabled(if: Project.hasDictionaries))
  func commands() async throws {
    let home = TemporaryFolder()
    let shown = blocks("console").flatMap { $0 }
    // One shell runs all of it, in the order of the page, and writes the page anew.
    let script = shown.filter { $0.hasPrefix("$ ") }.map { line in
      "cat <<'SHOWN'\n\(line)\nSHOWN\n\(line.dropFirst(2))\n"
    }.joined()
    let outcome = try await ChildProcess.run(
      "/bin/sh", ["-c", "exec 2>&1\n" + script],
      environment: [
        "HOME": home.path, "PATH": ProgramStandIns().searchPath, "LANG": "C.UTF-8",
      ], folder: home.path)
    let printed = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(shown.count > 20)
    #expect(
      Self.normalised(printed.joined(separator: "\n")) == Self.normalised(shown.joined(separator: "\n")))
  }

  @Test("The first screen shows a command and what it prints")
  func firstScreen() {
    let lines = readme.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.prefix(12).contains("```console"))
  }

  @Test("Each setting is there with its default and its range", arguments: SettingKey.allCases)
  func settings(key: SettingKey) throws {
    let row = try #require(readme.split(separator: "\n").first { $0.hasPrefix("| `\(key.rawValue)` |") })
    if let fallback = key.fallback { #expect(row.contains("`\(fallback.text)`")) }
    switch key.kind {
    case .integer(let range): #expect(row.contains("\(range.lowerBound) to \(range.upperBound)"))
    case .seconds(let range):
      let bounds = [range.lowerBound, range.upperBound].map { SettingValue.seconds($0).text }
      #expect(row.contains("in seconds, \(bounds[0]) to \(bounds[1])"))
    case .choice(let words): for word in words { #expect(row.contains("`\(word)`")) }
    default: break
    }
    if key.options.count > 1 { for option in key.options { #expect(row.contains("`\(option)`")) } }
  }

  @Test("Each exit status and each code of an error is there")
  func tables() {
    for status in ExitStatus.allCases { #expect(readme.contains("\n| \(status.rawValue) | ")) }
    for code in FailureCode.allCases { #expect(readme.contains("`\(code.rawValue)`")) }
  }

  @Test("Each command is there, and none that does not exist")
  func commandTable() {
    let rows = readme.split(separator: "\n").filter { $0.hasPrefix("| `transcriptor ") }
    let named = Set(rows.compactMap { $0.split { " `".contains($0) }.dropFirst(2).first.map(String.init) })
    #expect(named == Set(TranscriptorCommand.commands.map { $0.name }))
  }

  @Test("The line for cron is the one in inbox-example")
  func crontab() throws {
    let line = try #require(blocks("").first { $0.first?.hasPrefix("*/5") == true }?.first)
    #expect(try Project.text(of: "inbox-example/crontab").split(separator: "\n").last == line)
  }
}
