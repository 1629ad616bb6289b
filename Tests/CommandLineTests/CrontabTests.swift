import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite("inbox-example/crontab")
struct CrontabTests {
  private let stage: Stage
  private let home: TemporaryFolder

  init() throws {
    stage = try Stage()
    home = stage.folder
    try FileManager.default.createDirectory(
      atPath: home.path + "/.local/bin", withIntermediateDirectories: true)
    #expect(symlink(BuiltProgram.transcriptor.path, home.path + "/.local/bin/transcriptor") == 0)
  }

  /// The lines that are jobs, each as its five fields of time and its command (crontab(5)).
  private func jobs() throws -> [(times: [Substring], command: String)] {
    try Project.text(of: "inbox-example/crontab").split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
      let fields = $0.split(separator: " ", maxSplits: 5)
      return (Array(fields.prefix(5)), String(try #require(fields.count == 6 ? fields[5] : nil)))
    }
  }

  /// Runs a command as cron does: with sh, in the home folder, with these variables and no others.
  private func cron(_ command: String) async throws -> ChildProcess.Outcome {
    try await ChildProcess.run(
      "/bin/sh", ["-c", command],
      environment: [
        "HOME": home.path, "LOGNAME": "anna", "PATH": "/usr/bin:/bin", "SHELL": "/bin/sh",
      ], folder: home.path)
  }

  @Test("There is one job, every five minutes, and no sign that cron reads as a line's end")
  func format() throws {
    let jobs = try jobs()
    #expect(jobs.count == 1)
    #expect(jobs.first?.times == ["*/5", "*", "*", "*", "*"])
    #expect(jobs.first?.command.contains("%") == false)
    #expect(try Project.text(of: "inbox-example/crontab").hasSuffix("\n"))
  }

  @Test("Without texts the job prints nothing, so that no mail is sent")
  func nothing() async throws {
    let outcome = try await cron(try #require(jobs().first).command)
    #expect(outcome.status == .exit(0))
    #expect(outcome.output + outcome.error == "")
  }

  @Test("The job translates what lies in the inbox, with the settings and the key that are kept")
  func translates() async throws {
    // Cron has none of the variables of a shell, so all that matters has to be in files.
    let interactive = ["HOME": home.path, "LANG": "pl_PL.UTF-8"]
    for (words, input) in [
      (["settings", "set", "baseURL", stage.gemini.baseURL], ""),
      (["settings", "set", "apiKey"], GeminiStandIn.key + "\n"),
    ] {
      let outcome = try await BuiltProgram.transcriptor.run(
        words, environment: interactive, input: Array(input.utf8))
      #expect(outcome.status == .exit(0), "\(outcome.error)")
    }
    _ = try await BuiltProgram.action.run(environment: interactive, input: Array("dom".utf8))
    _ = try await BuiltProgram.transcriptor.run(["status"], environment: interactive)
    let outcome = try await cron(try #require(jobs().first).command)
    #expect(outcome.status == .exit(0))
    #expect(outcome.output + outcome.error == "")
    let history = try await BuiltProgram.transcriptor.run(
      ["history", "--json"], environment: ["HOME": home.path])
    #expect(history.output.contains("\"sourceText\": \"dom\""))
    // The language is the one that the locale named when a person ran a command.
    #expect(history.output.contains("\"targetLanguage\": \"pl\""))
  }

  @Test("A text that can't be translated is told, so that cron sends mail")
  func trouble() async throws {
    _ = try await BuiltProgram.transcriptor.run(
      ["settings", "set", "engine", "on-device"], environment: ["HOME": home.path])
    try Data([0x6B, 0x6F, 0xF1]).write(to: URL(filePath: home.path + "/Transcriptor/inbox/menu.txt"))
    let outcome = try await cron(try #require(jobs().first).command)
    #expect(outcome.status == .exit(1))
    #expect(outcome.error.contains("menu.txt: The text is not in UTF-8, and"))
  }
}
