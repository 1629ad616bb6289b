public import TranscriptorKit

/// An engine that answers each text at once, or as a test wants it to.
public final class ScriptedEngine: TranslationEngine {
  /// What becomes of a request.
  public enum Reaction: Sendable {
    /// It is answered.
    case answer
    /// It is answered after a while.
    case late(Duration)
    /// It fails.
    case trouble(TranslationTrouble)
    /// It waits until `release` or the end of its task.
    case hold
  }

  private struct State {
    var scripts: [String: [Reaction]] = [:]
    var always = Reaction.answer
    var texts: [String] = []
    var settings: [TranslationSettings] = []
    var running = 0
    var peak = 0
    var held: [(ticket: Int, turn: CheckedContinuation<Bool, Never>)] = []
    var lastTicket = 0
    var cancelledTickets: Set<Int> = []
  }

  private let state = Guarded(State())

  /// Who results say answered.
  public let name = EngineName.gemini

  /// Makes an engine that answers everything.
  public init() {}

  /// Sets what becomes of the next requests for a text; those after them are treated as all others.
  public func prepare(_ text: String, _ reactions: Reaction...) {
    state.withLock { $0.scripts[text, default: []] += reactions }
  }

  /// Sets what becomes of every request that no script is for.
  public func always(_ reaction: Reaction) { state.withLock { $0.always = reaction } }

  /// Lets all requests that are held be answered.
  public func release() {
    let held = state.withLock { state in
      defer { state.held = [] }
      return state.held
    }
    for (_, turn) in held { turn.resume(returning: true) }
  }

  /// The texts that were asked for, in their order.
  public var texts: [String] { state.withLock { $0.texts } }
  /// What each of them was to be translated into.
  public var settings: [TranslationSettings] { state.withLock { $0.settings } }
  /// How many requests run now.
  public var running: Int { state.withLock { $0.running } }
  /// How many requests ran at the same time at most.
  public var peak: Int { state.withLock { $0.peak } }

  /// What a text is answered with: it is told from that of every other text.
  public static func answer(for text: String) -> TranslationAnswer {
    let meta = TranslationMeta(
      normalForm: text, synonyms: "", translatedText: "«\(text)»", sourceLanguage: "Польский (pl)",
      shortTranslation: "«\(text)»", examples: [])
    return TranslationAnswer(meta: meta, model: "scripted")
  }

  /// Treats a request as the script says.
  public func translate(_ text: String, settings: TranslationSettings) async throws -> TranslationAnswer {
    let reaction = state.withLock { state in
      state.texts.append(text)
      state.settings.append(settings)
      state.running += 1
      state.peak = max(state.peak, state.running)
      guard let first = state.scripts[text]?.first else { return state.always }
      state.scripts[text]?.removeFirst()
      return first
    }
    defer { state.withLock { $0.running -= 1 } }
    switch reaction {
    case .answer: break
    case .late(let pause): try await Task.sleep(for: pause)
    case .trouble(let trouble): throw trouble
    case .hold: guard await wait() else { throw CancellationError() }
    }
    try Task.checkCancellation()
    return Self.answer(for: text)
  }

  /// Waits to be released; false where the task was cancelled first.
  private func wait() async -> Bool {
    let ticket = state.withLock { state in
      state.lastTicket += 1
      return state.lastTicket
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { turn in
        let isCancelled = state.withLock { state in
          if state.cancelledTickets.contains(ticket) { return true }
          state.held.append((ticket, turn))
          return false
        }
        if isCancelled { turn.resume(returning: false) }
      }
    } onCancel: {
      let turn = state.withLock { state in
        state.cancelledTickets.insert(ticket)
        guard let index = state.held.firstIndex(where: { $0.ticket == ticket }) else {
          return CheckedContinuation<Bool, Never>?.none
        }
        return state.held.remove(at: index).turn
      }
      turn?.resume(returning: false)
    }
  }
}
