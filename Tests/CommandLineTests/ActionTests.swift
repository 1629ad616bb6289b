import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

@Suite("transcriptor-action")
struct ActionTests {
  private let stage: Stage
  private var inbox: String { stage.group.path + "/inbox" }

  init() throws { stage = try Stage() }

  private func run(_ arguments: String..., input: String? = nil) async throws -> ChildProcess.Outcome {
    try await BuiltProgram.action.run(
      arguments, environment: ["HOME": stage.folder.path], input: input.map { Array($0.utf8) })
  }

  private func file(_ name: String, _ text: String) throws -> String {
    let path = stage.folder.path + "/" + name
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  @Test("Each file is handed over under a name that is free, and stays where it is")
  func files() async throws {
    let first = try file("hello.txt", "hello")
    let second = try file("żółw.md", "turtle")
    let outcome = try await run(first, second, first)
    #expect(outcome.status == .exit(0))
    #expect(outcome.output == "hello.txt\nżółw.md\nhello-2.txt\n")
    #expect(outcome.error == "")
    #expect(try String(contentsOf: URL(filePath: inbox + "/hello-2.txt"), encoding: .utf8) == "hello")
    #expect(access(first, R_OK) == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: inbox)
    #expect(names.sorted() == ["hello-2.txt", "hello.txt", "żółw.md"])
  }

  @Test("Standard input gets a name of its own, in the language's sub-folder")
  func standardInput() async throws {
    let outcome = try await run("--to", "JA", input: "hello")
    #expect(outcome.status == .exit(0))
    let identifier = String(outcome.output.dropLast())
    #expect(identifier.hasPrefix("ja/text-") && identifier.hasSuffix(".txt"))
    #expect(!identifier.contains(":"))
    #expect(try String(contentsOf: URL(filePath: inbox + "/" + identifier), encoding: .utf8) == "hello")
  }

  @Test("A name that is no UTF-8 keeps its bytes and is told with %XX")
  func bytes() async throws {
    let script = "cd \"$HOME\"; n=$(printf 'a\\377.txt'); printf hi >\"$n\"; exec \"$0\" \"$n\""
    let outcome = try await ChildProcess.run(
      "/bin/sh", ["-c", script, BuiltProgram.action.path], environment: ["HOME": stage.folder.path])
    #expect(outcome.status == .exit(0))
    #expect(outcome.output == "a%FF.txt\n")
    #expect(access(inbox + "/a%FF.txt", F_OK) != 0)
  }

  @Test("Folders and what can't be read are refused, and the rest goes on")
  func refused() async throws {
    let good = try file("good.txt", "good")
    let pipe = stage.folder.path + "/pipe"
    mkfifo(pipe, 0o600)
    let outcome = try await run(stage.folder.path, stage.folder.path + "/missing", pipe, good)
    #expect(outcome.status == .exit(66))
    #expect(outcome.output == "good.txt\n")
    #expect(outcome.error.split(separator: "\n").count { $0.hasPrefix("transcriptor-action: ") } == 3)
  }

  @Test("A file without the right to read it is refused", .enabled(if: geteuid() == 0))
  func noRight() async throws {
    let secret = try file("secret.txt", "secret")
    chmod(secret, 0o600)
    chmod(stage.folder.path, 0o777)
    let outcome = try await BuiltProgram.action.run(
      [secret], environment: ["HOME": stage.folder.path], user: 65534)
    #expect(outcome.status == .exit(66))
  }

  @Test("Nothing to hand over is an item's trouble")
  func empty() async throws {
    #expect(try await run(input: "").status == .exit(1))
    #expect(try await run(try file("empty.txt", "")).status == .exit(1))
    #expect(try FileManager.default.contentsOfDirectory(atPath: inbox).isEmpty)
  }

  @Test("A wrong command line is exit status 64, and an inbox that can't be made 73")
  func wrong() async throws {
    #expect(try await run("--to", "english").status == .exit(64))
    #expect(try await run("--frob").status == .exit(64))
    #expect(try await run("--group", stage.folder.path + "/no/group", input: "x").status == .exit(73))
    #expect(access(stage.group.path, F_OK) != 0)
  }

  @Test("The help and the version are told")
  func help() async throws {
    #expect(try await run("--help").output.hasPrefix("Usage: transcriptor-action"))
    #expect(try await run("--version").output == "transcriptor-action 0.1.0\n")
  }

  @Test("An inbox that its owner opened takes texts of others", .enabled(if: geteuid() == 0))
  func openInbox() async throws {
    _ = try GroupFolders(stage.group)
    chmod(stage.folder.path, 0o755)
    chmod(stage.group.path, 0o755)
    chmod(inbox, 0o777)
    let outcome = try await BuiltProgram.action.run(
      ["--group", stage.group.path], input: Array("hello".utf8), user: 65534)
    #expect(outcome.status == .exit(0))
  }
}
