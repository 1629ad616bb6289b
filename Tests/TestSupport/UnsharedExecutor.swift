import Dispatch

/// Runs a test's tasks on a thread that no other test uses, for tests that measure how soon something happens.
///
/// The threads that tests share may be busy for seconds, which would be measured too.
public final class UnsharedExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "unshared executor")

  /// Makes an executor for one test.
  public init() {}

  /// Queues a job; the runtime calls this.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
