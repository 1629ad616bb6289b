import CLinux
import Glibc

/// A thread of our own, for work that waits and would hold one of the few threads that Swift's tasks share.
package enum WorkerThread {
  /// Starts a thread that runs the body and ends with it.
  ///
  /// Signals never reach it: they are for the main program, whose waits they must end. A write to a closed connection
  /// raises SIGPIPE in the writing thread, where it then stays pending. Faults of the program are left unblocked.
  /// - Throws: `SystemError` where the system grants no further thread.
  package static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    var blocked = clinux_no_signals()
    var before = clinux_no_signals()
    sigfillset(&blocked)
    for fault in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT] { sigdelset(&blocked, fault) }
    // A thread inherits its maker's mask, so there is no moment at which a signal could come through.
    pthread_sigmask(SIG_SETMASK, &blocked, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let box = Unmanaged.passRetained(Box(body))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, &attributes,
      { context in
        if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
        return nil
      }, box.toOpaque())
    guard code == 0 else {
      box.release()
      throw SystemError("start", "a thread", code: code)
    }
  }

  private final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
