import Synchronization

/// Names one transfer to the thread that carries it out.
///
/// A task may be cancelled before its transfer was posted; the flag tells the thread not to begin it.
final class Ticket: Sendable {
  private let flag = Atomic(false)

  var isCancelled: Bool { flag.load(ordering: .acquiring) }

  func cancel() { flag.store(true, ordering: .releasing) }
}
