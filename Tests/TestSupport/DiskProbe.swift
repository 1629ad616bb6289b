import Glibc
package import TranscriptorKit

/// Notes the steps that change the disk, and refuses those that a test wants refused.
package final class DiskProbe: Sendable {
  private struct State {
    var steps: [DiskStep] = []
    var refused = 0
  }

  /// Whether a step is refused; `number` counts from 1.
  package typealias Refusal = @Sendable (_ number: Int, _ step: DiskStep) -> Int32?

  private let state = Guarded(State())
  private let refusal: Refusal

  /// Refuses each step for which the closure gives an error number.
  package init(refusing refusal: @escaping Refusal = { _, _ in nil }) { self.refusal = refusal }

  /// Refuses a step and all after it, as if the program had died before it.
  package convenience init(dyingAt number: Int) { self.init { wanted, _ in wanted >= number ? EROFS : nil } }

  /// What a spool is to call before each step.
  package var hook: DiskHook {
    { step throws(SystemError) in
      let code = self.state.withLock { state in
        state.steps.append(step)
        let code = self.refusal(state.steps.count, step)
        if code != nil { state.refused += 1 }
        return code
      }
      if let code { throw SystemError("take the step", step.path, code: code) }
    }
  }

  /// The steps that were wanted so far, those that were refused among them.
  package var steps: [DiskStep] { state.withLock { $0.steps } }

  /// How many steps were refused.
  package var refusedCount: Int { state.withLock { $0.refused } }

  /// Whether any step was refused.
  package var hasRefused: Bool { refusedCount > 0 }

  /// How many steps of a kind concern a path that ends so.
  package func count(_ kind: DiskStep.Kind, _ ending: String) -> Int {
    steps.count { $0.kind == kind && $0.path.hasSuffix(ending) }
  }
}
