import Dispatch
import Glibc
import TranscriptorKit

/// A program that a test started: its signals, its end, and what it wrote.
///
/// The child begins with default signals, an empty signal mask and no descriptor but its standard three, whatever
/// the thread that started it had. Dropping the last reference kills it.
public final class ChildProcess: Sendable {
  /// How a program ended.
  public enum Status: Equatable, Sendable {
    /// It returned this status.
    case exit(Int32)
    /// This signal ended it.
    case signal(Int32)
  }

  /// What is left of a program that ended.
  public struct Outcome: Sendable {
    /// How it ended.
    public let status: Status
    /// What it wrote on standard output.
    public let output: String
    /// What it wrote on standard error.
    public let error: String
  }

  /// A program that did not end in time and was killed.
  public struct TimedOut: Error {
    /// What it wrote on standard output until then.
    public let output: String
    /// What it wrote on standard error until then.
    public let error: String
  }

  /// The process's number.
  public let pid: Int32
  private let state: Guarded<State>

  init(pid: Int32, state: Guarded<State>) {
    self.pid = pid
    self.state = state
  }

  deinit { signal(SIGKILL) }

  /// Runs a program to its end.
  /// - Parameters:
  ///   - path: The program: a path, or a name that `PATH` finds.
  ///   - arguments: Its arguments, without its name.
  ///   - environment: All that its environment holds; nil for the test's own.
  ///   - input: What it reads on standard input; nil for `/dev/null`.
  ///   - folder: The folder it works in; nil for the test's own.
  ///   - user: The user and group it runs as, for tests that run as root; nil for the test's own.
  ///   - timeout: How long it may take before it is killed.
  /// - Throws: `SystemError` where it can't be started, `TimedOut`, and `CancellationError` after killing it.
  public static func run(
    _ path: String, _ arguments: [String] = [], environment: [String: String]? = nil, input: [UInt8]? = nil,
    folder: String? = nil, user: UInt32? = nil, timeout: Duration = .seconds(60)
  ) async throws -> Outcome {
    try await start(
      path, arguments, environment: environment, input: input, folder: folder, user: user, timeout: timeout
    ).finish()
  }

  /// Starts a program and lets it run; the parameters are those of `run`.
  public static func start(
    _ path: String, _ arguments: [String] = [], environment: [String: String]? = nil, input: [UInt8]? = nil,
    folder: String? = nil, user: UInt32? = nil, timeout: Duration = .seconds(60)
  ) throws -> ChildProcess {
    let command =
      user.map { ["setpriv", "--reuid=\($0)", "--regid=\($0)", "--clear-groups", path] } ?? [path]
    let spawned = try Spawned(
      command + arguments, environment: environment, input: input != nil, folder: folder)
    let state = Guarded(State())
    let deadline = ContinuousClock.now + timeout
    // A serial queue of its own is a thread of its own, so nothing here waits on the cooperative pool.
    DispatchQueue(label: "child \(spawned.pid)").async {
      spawned.serve(state, input: input ?? [], deadline: deadline)
    }
    return ChildProcess(pid: spawned.pid, state: state)
  }

  /// Sends a signal; nothing happens once the program has ended.
  public func signal(_ number: Int32) {
    state.withLock { state in
      // Under the lock: a number that was waited for may already be another process's.
      if state.end == nil { kill(pid, number) }
    }
  }

  /// What the program has written so far.
  public var writtenSoFar: (output: String, error: String) {
    state.withLock { (String(decoding: $0.output, as: UTF8.self), String(decoding: $0.error, as: UTF8.self)) }
  }

  /// Waits for the end of the program.
  /// - Throws: `TimedOut` where it had to be killed, `CancellationError` where the test was given up.
  public func finish() async throws -> Outcome {
    let end = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let end = state.withLock { state in
          if state.end == nil { state.waiters.append(waiter) }
          return state.end
        }
        if let end { waiter.resume(returning: end) }
      }
    } onCancel: {
      signal(SIGKILL)
    }
    try Task.checkCancellation()
    let (output, error) = writtenSoFar
    guard !end.timedOut else { throw TimedOut(output: output, error: error) }
    return Outcome(status: end.status, output: output, error: error)
  }
}

extension ChildProcess {
  /// What the thread that serves a child shares with those that wait for it.
  struct State {
    var output: [UInt8] = []
    var error: [UInt8] = []
    var end: End?
    var waiters: [CheckedContinuation<End, Never>] = []
  }

  /// How a child ended.
  struct End: Sendable {
    let status: Status
    let timedOut: Bool
  }
}
