import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite("inbox-example/send-to/Translate")
struct SendToTests {
  private let standIns = ProgramStandIns()
  private let home = TemporaryFolder()
  private var inbox: String { home.path + "/Transcriptor/inbox" }

  /// Runs the script as a file manager does: in the folder that is shown, with its variables.
  private func run(
    _ variables: [String: String], _ arguments: [String] = []
  ) async throws -> ChildProcess.Outcome {
    let environment = ["HOME": home.path, "PATH": standIns.searchPath]
    return try await ChildProcess.run(
      Project.path + "/inbox-example/send-to/Translate", arguments,
      environment: environment.merging(variables) { $1 }, folder: home.path)
  }

  private func file(_ name: String, _ text: String = "hello") throws -> String {
    let path = home.path + "/" + name
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  private func dropped() throws -> [String] {
    guard access(inbox, F_OK) == 0 else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: inbox).sorted()
  }

  @Test(
    "What is selected is handed over, and a notification says so",
    arguments: ["NAUTILUS", "NEMO", "CAJA"])
  func managers(manager: String) async throws {
    try standIns.add("notify-send")
    let paths = try [file("a b.txt"), file("żółw.md"), file("-x.txt"), file("$(touch evil) *.txt")]
    let variable = manager + "_SCRIPT_SELECTED_FILE_PATHS"
    let outcome = try await run([variable: paths.map { $0 + "\n" }.joined()])
    #expect(outcome.status == .exit(0))
    #expect(outcome.error == "")
    #expect(outcome.output == "a b.txt\nżółw.md\n-x.txt\n$(touch evil) *.txt\n")
    #expect(try dropped() == ["$(touch evil) *.txt", "-x.txt", "a b.txt", "żółw.md"])
    #expect(access(home.path + "/evil", F_OK) != 0)
    let calls = try standIns.calls()
    #expect(calls.count == 1)
    #expect(calls[0].hasSuffix(" <--> <Transcriptor> <4 texts lie in the inbox.>"))
  }

  @Test("Other file managers name the files as arguments")
  func arguments() async throws {
    try standIns.add("notify-send")
    let path = try file("two\nlines.txt")
    let outcome = try await run(["NEMO_SCRIPT_SELECTED_FILE_PATHS": ""], [path, try file("-n")])
    #expect(outcome.status == .exit(0))
    #expect(try dropped() == ["-n", "two\nlines.txt"])
  }

  @Test("What can't be handed over is counted and told, and markup in a name is only text")
  func refused() async throws {
    try standIns.add("notify-send")
    let outcome = try await run([
      "NAUTILUS_SCRIPT_SELECTED_FILE_PATHS": "\(try file("good.txt"))\n\(home.path)/<b>&\n"
    ])
    #expect(outcome.status == .exit(66))
    #expect(try dropped() == ["good.txt"])
    let told = try standIns.calls().joined(separator: "\n")
    #expect(told.contains("<1 of 2 texts lie in the inbox.\n"))
    #expect(told.contains("/&lt;b&gt;&amp; can't be read"))
    #expect(told.contains("--icon=dialog-error"))
  }

  @Test("A name with a line break is refused, and no file that is called like a part of it is taken")
  func lineBreak() async throws {
    let path = try file("part\nb.txt")
    _ = try (file("part"), file("b.txt"))
    let outcome = try await run(["CAJA_SCRIPT_SELECTED_FILE_PATHS": path + "\n"])
    #expect(outcome.status == .exit(66))
    #expect(outcome.error.contains("line break"))
    #expect(try dropped() == [])
  }

  @Test("Nothing that is selected ends it at once, whatever standard input is")
  func nothing() async throws {
    let outcome = try await run([:])
    #expect(outcome.status == .exit(64))
    #expect(outcome.error == "No file on this machine is selected.\n")
  }

  @Test("Where no notification can be shown, a dialog does it, and without one the terminal")
  func fallbacks() async throws {
    try standIns.add("notify-send", "exit 1")
    try standIns.add("zenity")
    let path = try file("a.txt")
    #expect(try await run([:], [path]).error == "")
    #expect(try standIns.calls().last?.contains("zenity <--info>") == true)
    try standIns.add("zenity", "exit 1")
    let outcome = try await run([:], [path])
    #expect(outcome.status == .exit(0))
    #expect(outcome.error == "The text lies in the inbox.\n")
  }

  @Test("The programs are found in ~/.local/bin, and their absence is told")
  func programs() async throws {
    let path = try file("a.txt")
    let bare = ["PATH": "/usr/bin:/bin"]
    let missing = try await run(bare, [path])
    #expect(missing.status == .exit(127))
    #expect(missing.error.contains("~/.local/bin"))
    try FileManager.default.createDirectory(
      atPath: home.path + "/.local/bin", withIntermediateDirectories: true)
    #expect(symlink(BuiltProgram.action.path, home.path + "/.local/bin/transcriptor-action") == 0)
    #expect(try await run(bare, [path]).status == .exit(0))
  }
}
