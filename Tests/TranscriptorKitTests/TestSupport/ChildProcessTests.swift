import Glibc
import TestSupport
import Testing
import TranscriptorKit

@Suite("Child processes of tests")
struct ChildProcessTests {
  @Test("Both streams and the exit status come back, apart")
  func streams() async throws {
    let outcome = try await ChildProcess.run("sh", ["-c", "printf out; printf err >&2; exit 7"])
    #expect(outcome.output == "out")
    #expect(outcome.error == "err")
    #expect(outcome.status == .exit(7))
  }

  @Test("More than a pipe holds passes in and out at once")
  func large() async throws {
    let input = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    let outcome = try await ChildProcess.run("tee", ["/dev/stderr"], input: input)
    #expect(outcome.output.utf8.count == input.count)
    #expect(outcome.error.utf8.count == input.count)
  }

  @Test("A child that does not read its input ends as it would")
  func unreadInput() async throws {
    let outcome = try await ChildProcess.run("true", input: [UInt8](repeating: 0, count: 1 << 20))
    #expect(outcome.status == .exit(0))
  }

  @Test("A child has the environment and the folder that it was given, and nothing on its standard input")
  func surroundings() async throws {
    let folder = TemporaryFolder()
    let script = "pwd; echo $GREETING; cat; ls /proc/self/fd | wc -l"
    let outcome = try await ChildProcess.run(
      "/bin/sh", ["-c", script], environment: ["GREETING": "hello", "PATH": "/usr/bin:/bin"],
      folder: folder.path)
    // Three descriptors, and the one with which ls reads the folder.
    #expect(outcome.output.split(separator: "\n") == [Substring(folder.path), "hello", "4"])
  }

  @Test("A signal reaches a child that was started from an asynchronous test")
  func signal() async throws {
    let child = try ChildProcess.start("sleep", ["60"])
    child.signal(SIGTERM)
    #expect(try await child.finish().status == .signal(SIGTERM))
  }

  @Test("What a running child wrote can be read before it ends")
  func soFar() async throws {
    let child = try ChildProcess.start("sh", ["-c", "echo ready; exec sleep 60"])
    while child.writtenSoFar.output != "ready\n" { try await Task.sleep(for: .milliseconds(10)) }
    child.signal(SIGINT)
    #expect(try await child.finish().status == .signal(SIGINT))
  }

  @Test("A child is over when it ends, even where a child of its own keeps its pipes open")
  func grandchild() async throws {
    let outcome = try await ChildProcess.run("sh", ["-c", "sleep 60 & echo done"], timeout: .seconds(30))
    #expect(outcome.output == "done\n")
  }

  @Test("A child that takes too long is killed and said to have done so")
  func timeout() async {
    let failure = await #expect(throws: ChildProcess.TimedOut.self) {
      try await ChildProcess.run("sh", ["-c", "echo early; exec sleep 60"], timeout: .seconds(2))
    }
    #expect(failure?.output == "early\n")
  }

  @Test("A child that never stops writing is killed in time too")
  func endless() async {
    await #expect(throws: ChildProcess.TimedOut.self) {
      try await ChildProcess.run("sh", ["-c", "while :; do echo; done"], timeout: .milliseconds(100))
    }
  }

  @Test("A program that is not there is an error")
  func missing() async {
    let failure = await #expect(throws: SystemError.self) { try await ChildProcess.run("/no/such/program") }
    #expect(failure?.code == ENOENT)
  }

  @Test("Sixteen children that wait hold no test up")
  func many() async throws {
    let folder = TemporaryFolder()
    // Each waits for all the others.
    let script = "touch $0/$1; until [ $(ls $0 | wc -l) = 16 ]; do sleep 0.1; done"
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...16 {
        group.addTask { _ = try await ChildProcess.run("sh", ["-c", script, folder.path, "\(number)"]) }
      }
      try await group.waitForAll()
    }
  }
}
