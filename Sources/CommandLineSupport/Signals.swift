import CLinux
@preconcurrency import Dispatch
import Glibc

/// Signals as a stream, for programs that end their work in order before they end.
package struct Signals: Sendable {
  /// The numbers as they arrive; equal ones that come close together may be one.
  package let stream: AsyncStream<Int32>

  /// Takes the signals over from now on; to be made before the work begins that they are to end in order.
  ///
  /// - Parameters:
  ///   - numbers: The signals. One that the program was started to ignore, as by nohup(1), stays ignored.
  ///   - always: Those that are taken over even so.
  package init(_ numbers: [Int32], always: Set<Int32> = []) {
    let (stream, continuation) = AsyncStream<Int32>.makeStream()
    let sources = numbers.filter { always.contains($0) || !Self.isIgnored($0) }.map { number in
      // What arrives before the source is ready must not end the program.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { @Sendable in _ = continuation.yield(number) }
      source.resume()
      return source
    }
    continuation.onTermination = { _ in for source in sources { source.cancel() } }
    self.stream = stream
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    return handler == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Ends the program as the signal would have, so that a shell or make sees why.
  package static func die(by number: Int32) -> Never {
    signal(number, SIG_DFL)
    var only = clinux_no_signals()
    sigaddset(&only, number)
    pthread_sigmask(SIG_UNBLOCK, &only, nil)
    kill(getpid(), number)
    exit(128 + number)
  }
}
