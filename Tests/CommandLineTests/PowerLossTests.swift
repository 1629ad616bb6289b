import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

@Suite(
  "Loss of power",
  .enabled("system calls can't be traced here") {
    let probe = try? await ChildProcess.run("strace", ["-qq", "-o", "/dev/null", "true"])
    return probe?.status == .exit(0)
  })
struct PowerLossTests {
  private let stage: Stage

  init() throws { stage = try Stage() }

  /// Replays what the program does to the disk; what it returns is empty where no disk breaks a rule.
  private func faults(_ options: [String] = []) async throws -> String {
    try stage.drop(["kot.txt": "kot", "ja/x/pies.md": "pies"])
    try stage.drop([0, 0], as: "inbox/ja/bad.bin")
    let python = ProcessInfo.processInfo.environment["TRANSCRIPTOR_TEST_PYTHON"] ?? "python3"
    let replay = try await ChildProcess.run(
      python,
      [Project.path + "/Tests/tools/power-loss.py", stage.group.path, "--restarts", "8"] + options
        + ["--", BuiltProgram.transcriptor.path, "run", "--group", stage.group.path],
      environment: stage.hurried.merging([
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        // strace counts the calls of each thread alone, so that one thread has to make them all.
        "LIBDISPATCH_COOPERATIVE_POOL_STRICT": "1",
      ]) { $1 })
    return replay.status == .exit(0) ? "" : "\(replay.status): \(replay.output)\(replay.error)"
  }

  @Test("Whatever moment the power fails at, each text is in one place, and what is seen is whole")
  func run() async throws { #expect(try await faults() == "") }

  @Test("The same holds where the program was killed first", arguments: ["renameat2:3", "unlinkat:4"])
  func killed(at call: String) async throws { #expect(try await faults(["--stop", call]) == "") }

  @Test(
    "The same holds where results go to other file systems, also after a kill",
    .enabled(if: SmallDisk.isAvailable), arguments: [[], ["--stop", "renameat2:5"]])
  func elsewhere(options: [String]) async throws {
    let disks = try ["outbox", "done", "failed"].map {
      try SmallDisk(at: stage.group.path + "/" + $0, in: stage.folder)
    }
    #expect(try await faults(options) == "")
    withExtendedLifetime(disks) {}
  }
}
