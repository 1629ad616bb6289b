import FoundationEssentials
import TestSupport
import Testing

extension Drills {
  @Suite("Tests/drill")
  struct DrillScriptTests {
    private func drill(_ arguments: String...) async throws -> ChildProcess.Outcome {
      try await ChildProcess.run(
        "python3",
        [Project.path + "/Tests/drill", "--programs", BuiltProgram.transcriptor.folder] + arguments,
        environment: ["PATH": "/usr/bin:/bin"], timeout: .seconds(120))
    }

    @Test("It does harm, counts nothing wrong, prints its seed and a table, and ends with 0")
    func right() async throws {
      let folder = TemporaryFolder()
      let outcome = try await drill("1s", "--seed", "7", "--only", "kill-one-watch", "--folder", folder.path)
      #expect(outcome.status == .exit(0), "\(outcome.output)\(outcome.error)")
      #expect(outcome.output.contains("seed 7,"))
      #expect(outcome.output.contains("| kill -9 of one of two watches |"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test("Programs that lose, double, tear and leave texts are found out, and the end is 1")
    func wrong() async throws {
      let folder = TemporaryFolder()
      let programs = folder.path + "/programs"
      try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: false)
      try Data(Self.badProgram.utf8).write(to: URL(filePath: programs + "/transcriptor"))
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: programs + "/transcriptor")
      let outcome = try await drill(
        "1s", "--only", "ten-runs", "--programs", programs, "--folder", folder.path)
      #expect(outcome.status == .exit(1))
      for fault in ["lost: ", "doubled: ", "torn: ", "left: ", "To try again: Tests/drill"] {
        #expect(outcome.output.contains(fault), "\(outcome.output)\(outcome.error)")
      }
    }

    /// Takes four texts and does each another wrong; the rest it leaves.
    private static let badProgram = """
      #!/bin/sh
      cd Transcriptor/inbox || exit
      set -- *.txt
      [ -e ../done/"$4" ] && exit
      rm "$1"
      cp "$2" ../done/; cp "$2" ../failed/; rm "$2"
      mv "$3" ../done/; echo '{"sourceText": ' >../outbox/"${3%.txt}.json"
      mv "$4" ../done/
      """
  }
}
