import Glibc
package import TranscriptorKit

/// Notes the steps that change the disk, and refuses or shortens those that a test wants so.
package final class DiskProbe: Sendable {
  private struct State {
    var steps: [DiskStep] = []
    var refused = 0
  }

  /// What becomes of a step.
  package enum Answer: Equatable, Sendable {
    case take
    /// It fails with this error number.
    case refuse(Int32)
    /// It is a write that takes no more than so many bytes.
    case shorten(Int)
  }

  private let state = Guarded(State())
  private let answer: @Sendable (_ number: Int, _ step: DiskStep) -> Answer

  /// Treats each step as the closure says; `number` counts from 1.
  package static func answering(
    _ answer: @escaping @Sendable (_ number: Int, _ step: DiskStep) -> Answer
  ) -> DiskProbe { DiskProbe(answer) }

  private init(_ answer: @escaping @Sendable (Int, DiskStep) -> Answer) { self.answer = answer }

  /// Refuses each step for which the closure gives an error number.
  package convenience init(
    refusing refusal: @escaping @Sendable (_ number: Int, _ step: DiskStep) -> Int32? = { _, _ in nil }
  ) {
    let answer: @Sendable (Int, DiskStep) -> Answer = { refusal($0, $1).map { .refuse($0) } ?? .take }
    self.init(answer)
  }

  /// Refuses a step and all after it, as if the program had died before it.
  package convenience init(dyingAt number: Int, linking: Bool = false, picky: Bool = false) {
    self.init(refusing: { wanted, step in
      if wanted >= number { return EROFS }
      if picky, step.givesRefusedName { return EINVAL }
      return linking && step.kind == .rename ? EINVAL : nil
    })
  }

  /// What a spool is to call before each step.
  package var hook: DiskHook {
    { step throws(SystemError) in
      let answer = self.state.withLock { state in
        state.steps.append(step)
        let answer = self.answer(state.steps.count, step)
        if case .refuse(let code) = answer, code != EINVAL { state.refused += 1 }
        return answer
      }
      switch answer {
      case .take: return nil
      case .refuse(let code): throw SystemError("take the step", step.path, code: code)
      case .shorten(let most): return most
      }
    }
  }

  /// The steps that were wanted so far, those that were refused among them.
  package var steps: [DiskStep] { state.withLock { $0.steps } }

  /// The disk of a file system that can't refuse to replace on a rename, so that hard links are made instead.
  package static let linking = DiskProbe(refusing: { _, step in step.kind == .rename ? EINVAL : nil })

  /// The disk of a file system whose folders of results take no colon in a name, and no long name that is a JSON's.
  package static let picky = DiskProbe(refusing: { _, step in step.givesRefusedName ? EINVAL : nil })

  /// How many steps were refused, other than because the file system does not have them (EINVAL).
  package var refusedCount: Int { state.withLock { $0.refused } }

  /// Whether any step was refused.
  package var hasRefused: Bool { refusedCount > 0 }

  /// How many steps of a kind concern a path that ends so.
  package func count(_ kind: DiskStep.Kind, _ ending: String) -> Int {
    steps.count { $0.kind == kind && $0.path.hasSuffix(ending) }
  }
}

extension DiskStep {
  /// Whether a picky disk refuses the name that this step gives something.
  fileprivate var givesRefusedName: Bool {
    let made = [.makeDirectory, .create].contains(kind) ? path : nil
    guard let path = newPath ?? made, let name = path.split(separator: "/").last else { return false }
    guard ["/outbox/", "/done/", "/failed/"].contains(where: path.contains) else { return false }
    return name.contains(":") || name.hasSuffix(".json") && name.utf8.count > 143
  }
}
