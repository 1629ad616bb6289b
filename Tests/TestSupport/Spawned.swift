import CLinux
import FoundationEssentials
import Glibc
import TranscriptorKit

/// The kernel's side of a `ChildProcess`: a process, its pipes, and the loop that serves them.
struct Spawned: Sendable {
  let pid: Int32
  private let ended: Int32
  private let output: Int32
  private let error: Int32
  private let input: Int32?

  /// Starts a process (posix_spawnp(3)).
  init(_ command: [String], environment: [String: String]?, input hasInput: Bool, folder: String?) throws {
    let output = try Pipe(.fromChild)
    let error = try Pipe(.fromChild)
    let input = hasInput ? try Pipe(.toChild) : nil

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input.theirs, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output.theirs, 1)
    posix_spawn_file_actions_adddup2(&actions, error.theirs, 2)
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    if let folder { posix_spawn_file_actions_addchdir_np(&actions, folder) }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = clinux_no_signals()
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var arguments = command.map { strdup($0) } + [nil]
    let variables = environment ?? ProcessInfo.processInfo.environment
    var settings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for string in arguments + settings { free(string) } }
    var pid: pid_t = 0
    let code = posix_spawnp(&pid, command[0], &actions, &attributes, &arguments, &settings)
    for pipe in [input, output, error] { pipe.map { _ = close($0.theirs) } }
    guard code == 0 else {
      for pipe in [input, output, error] { pipe.map { _ = close($0.mine) } }
      throw SystemError("start", command[0], code: code)
    }
    self.pid = pid
    self.ended = clinux_pidfd_open(pid)
    self.output = output.mine
    self.error = error.mine
    self.input = input?.mine
  }

  /// Feeds and reads the process until it has ended, then reaps it and tells who waits.
  ///
  /// The process's end counts, not that of its pipes, which a child of its own may hold open.
  func serve(_ state: Guarded<ChildProcess.State>, input text: [UInt8], deadline: ContinuousClock.Instant) {
    // A child that ends without reading its input must not end the test: the write then fails instead.
    var brokenPipe = clinux_no_signals()
    var mask = clinux_no_signals()
    sigaddset(&brokenPipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &brokenPipe, &mask)

    var rest = text[...]
    var polled = [
      pollfd(fd: ended, events: Int16(POLLIN), revents: 0),
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: error, events: Int16(POLLIN), revents: 0),
      pollfd(fd: input ?? -1, events: Int16(POLLOUT), revents: 0),
    ]
    var timedOut = false
    while polled[0].revents == 0 {
      if deadline < .now, !timedOut {
        kill(pid, SIGKILL)
        timedOut = true
      }
      poll(&polled, nfds_t(polled.count), 100)
      if !read(output, { bytes in state.withLock { $0.output += bytes } }) { polled[1].fd = -1 }
      if !read(error, { bytes in state.withLock { $0.error += bytes } }) { polled[2].fd = -1 }
      if polled[3].revents != 0, !write(&rest) {
        close(polled[3].fd)
        polled[3].fd = -1
      }
    }
    _ = read(output, { bytes in state.withLock { $0.output += bytes } })
    _ = read(error, { bytes in state.withLock { $0.error += bytes } })
    for descriptor in [ended, output, error, polled[3].fd] where descriptor >= 0 { close(descriptor) }

    var now = timespec()
    while sigtimedwait(&brokenPipe, nil, &now) == SIGPIPE {}
    pthread_sigmask(SIG_SETMASK, &mask, nil)
    reap(state, timedOut: timedOut)
  }

  /// Takes what a pipe holds now, up to the most that one can hold; false once nobody can write to it any more.
  private func read(_ pipe: Int32, _ take: (ArraySlice<UInt8>) -> Void) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    for _ in 0..<16 {
      let count = Glibc.read(pipe, &buffer, buffer.count)
      guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
      take(buffer.prefix(count))
    }
    return true
  }

  /// Writes what the child's input takes now; false once there is nothing left to write or nobody to read it.
  private func write(_ rest: inout ArraySlice<UInt8>) -> Bool {
    guard let input, !rest.isEmpty else { return false }
    let count = rest.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
    guard count >= 0 else { return errno == EAGAIN || errno == EINTR }
    rest = rest.dropFirst(count)
    return !rest.isEmpty
  }

  private func reap(_ state: Guarded<ChildProcess.State>, timedOut: Bool) {
    // Under the lock, so that no signal is sent to a number that is free again.
    let (end, waiters) = state.withLock { state in
      var raw: Int32 = 0
      while waitpid(pid, &raw, 0) < 0, errno == EINTR {}
      let status = raw & 0x7F == 0 ? ChildProcess.Status.exit(raw >> 8 & 0xFF) : .signal(raw & 0x7F)
      let end = ChildProcess.End(status: status, timedOut: timedOut)
      state.end = end
      defer { state.waiters = [] }
      return (end, state.waiters)
    }
    for waiter in waiters { waiter.resume(returning: end) }
  }
}

/// A pipe whose ends no other child inherits, and whose own end never blocks.
private struct Pipe {
  /// Whose end stays with the test.
  enum Direction { case fromChild, toChild }

  let mine: Int32
  let theirs: Int32

  init(_ direction: Direction) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError("make", "a pipe", code: errno) }
    (mine, theirs) = direction == .fromChild ? (ends[0], ends[1]) : (ends[1], ends[0])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(mine, F_SETFL, O_NONBLOCK)
  }
}
