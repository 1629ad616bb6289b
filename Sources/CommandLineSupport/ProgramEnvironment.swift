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
    // A mask that takes rights from the user alone would lock the program out of what it makes.
    _ = umask(umask(0o777) & 0o077)
    // Each text in hand keeps folders open, and of those that dead processes left there may be many. The soft limit is
    // low for the sake of select(2), which is not used here (systemd.exec(5), LimitNOFILE=).
    var limit = rlimit()
    if getrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit) == 0 {
      limit.rlim_cur = limit.rlim_max
      setrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit)
    }
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
