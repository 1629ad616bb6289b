import CLinux
import FoundationEssentials
import Glibc
import TranscriptorKit

/// The variables that a program was started with.
package enum ProgramEnvironment {
  /// The words of the command line behind the program's name.
  ///
  /// Swift reads them from `/proc` (proc_pid_cmdline(5)); where that is missing, nothing is done rather than another
  /// thing than was asked for.
  package static func words(of program: String) -> [String] {
    guard CommandLine.arguments.isEmpty else { return Array(CommandLine.arguments.dropFirst()) }
    let failure = Failure(
      .setup, "The program can't see what it was asked for, since /proc is missing.",
      hint: "Mount it: mount -t proc proc /proc")
    Messages(program: program).trouble(failure, clientIdentifier: program)
    exit(failure.status.rawValue)
  }

  /// Takes the variables and removes the keys among them from the process, so that no child inherits one and
  /// `/proc/PID/environ` shows none.
  ///
  /// To be called before there is a second thread: the environment is guarded by no lock (environ(7)).
  package static func take() -> [String: String] {
    let environment = ProcessInfo.processInfo.environment
    for name in KeySource.variables {
      guard let value = getenv(name) else { continue }
      // A process that holds a key is closed to others of the same user (PR_SET_DUMPABLE, prctl(2)).
      _ = clinux_set_dumpable(0)
      memset(value, 0, strlen(value))
      unsetenv(name)
    }
    return environment
  }
}
