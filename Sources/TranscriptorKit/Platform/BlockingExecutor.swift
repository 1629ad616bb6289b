import Dispatch

/// Runs an actor's jobs on a queue of its own, so that waiting for a disk takes no thread from Swift's shared pool,
/// which has only as many threads as the machine has cores.
package final class BlockingExecutor: SerialExecutor {
  private let queue: DispatchQueue

  package init(label: String) { queue = DispatchQueue(label: label) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }

  package func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
