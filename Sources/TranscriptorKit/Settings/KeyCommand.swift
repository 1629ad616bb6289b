import CLinux
import Dispatch
import Glibc

/// A command of the user's that prints the key, such as a password manager's.
///
/// It runs without a shell, in a process group of its own, with default signals, no descriptor but its standard
/// three, and an environment without keys.
struct KeyCommand: Sendable {
  /// The program, found by PATH, and its arguments.
  let words: [String]
  /// The variables that the program was started with.
  let environment: [String: String]
  /// How long it may take before it is killed.
  var limit = Duration.seconds(10)

  private static let mostOutput = 1 << 16

  /// Runs the command and returns the first line that it prints.
  ///
  /// Cancelling the task kills the command.
  /// - Throws: `TranslationTrouble` of kind set-up where it can't be started, fails, prints nothing or takes too long.
  func firstLine() async throws(TranslationTrouble) -> String {
    let isCancelled = Guarded(false)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (waiter: CheckedContinuation<Ended, Never>) in
        // A queue of its own is a thread of its own: waiting for a child takes none of Swift's shared threads.
        DispatchQueue(label: "apiKeyCommand").async {
          waiter.resume(returning: run { isCancelled.withLock { $0 } })
        }
      }
    } onCancel: {
      isCancelled.withLock { $0 = true }
    }
    let line = String(decoding: result.output.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    guard let fault = result.fault ?? (line.trimmed.isEmpty ? "printed nothing" : nil) else { return line }
    throw TranslationTrouble(
      .setup, "apiKeyCommand (\(words[0])) \(fault).",
      hint: "Run the command yourself; it must print the key within \(limit.components.seconds) seconds.")
  }

  private struct Ended: Sendable {
    var output: [UInt8] = []
    /// What went wrong, to follow the command's name; nil where nothing did.
    var fault: String?
  }

  private func run(isCancelled: () -> Bool) -> Ended {
    var ended = Ended()
    guard let output = Pipe() else {
      ended.fault = "can't be started: \(String(cString: strerror(errno)))"
      return ended
    }
    defer { output.closeReading() }
    var pid: pid_t = 0
    let code = spawn(&pid, output: output.writing)
    output.closeWriting()
    guard code == 0 else {
      ended.fault = "can't be started: \(String(cString: strerror(code)))"
      return ended
    }
    let deadline = ContinuousClock.now + limit
    let isInTime = collect(&ended, until: clinux_pidfd_open(pid), output: output) {
      ContinuousClock.now < deadline && !isCancelled()
    }
    if !isInTime { kill(-pid, SIGKILL) }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    if !isInTime {
      ended.fault = "took longer than \(limit.components.seconds) seconds and was stopped"
    } else if status & 0x7F != 0 {
      ended.fault = "was ended by signal \(status & 0x7F)"
    } else if status >> 8 & 0xFF != 0 {
      ended.fault = "failed with exit status \(status >> 8 & 0xFF)"
    }
    return ended
  }

  /// Reads what the command writes until it ends; false where nobody waits for that any longer.
  private func collect(
    _ ended: inout Ended, until exit: Int32, output: Pipe, whileWaiting isWaiting: () -> Bool
  ) -> Bool {
    defer { close(exit) }
    var polled = [exit, output.reading].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    // The end of the command counts, not that of its pipes, which a child of its own may hold open.
    while polled[0].revents == 0 {
      guard isWaiting() else { return false }
      poll(&polled, nfds_t(polled.count), 50)
      if !output.read(into: &ended.output, atMost: Self.mostOutput) { polled[1].fd = -1 }
    }
    _ = output.read(into: &ended.output, atMost: Self.mostOutput)
    return true
  }

  private func spawn(_ pid: inout pid_t, output: Int32) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    // What it complains of may hold the key, as the trace of a shell does, and would end up in a message of ours.
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = clinux_no_signals()
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    posix_spawnattr_setflags(&attributes, Int16(flags))

    let variables = environment.filter { !KeySource.variables.contains($0.key) }
    var arguments = words.map { strdup($0) } + [nil]
    var settings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for string in arguments + settings { free(string) } }
    return posix_spawnp(&pid, words[0], &actions, &attributes, &arguments, &settings)
  }
}

/// A pipe from a child, read without waiting; nobody inherits its ends by accident.
private struct Pipe {
  let reading: Int32
  let writing: Int32

  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(reading, F_SETFL, O_NONBLOCK)
  }

  func closeReading() { close(reading) }
  func closeWriting() { close(writing) }

  /// Takes what is there, and drops what is more than wanted; false once nobody can write any more.
  func read(into bytes: inout [UInt8], atMost most: Int) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 12)
    for _ in 0..<16 {
      let count = Glibc.read(reading, &buffer, buffer.count)
      guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
      bytes += buffer.prefix(count).prefix(most - bytes.count)
    }
    return true
  }
}
