import Glibc

/// A value behind a mutex, for the few places that threads outside Swift's concurrency reach.
///
/// `Synchronization.Mutex` would do, but the thread sanitizer reports false races for it on Linux with Swift 6.3,
/// since its lock lies in a library that is not instrumented.
// Unchecked: the compiler can't see that every access to `value` happens between lock and unlock below.
package final class Guarded<Value>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  package init(_ value: consuming sending Value) {
    self.value = value
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  package func withLock<Answer, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Answer
  ) throws(Failure) -> sending Answer {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&value)
  }
}
