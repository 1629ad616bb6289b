package import TranscriptorKit

/// Keeps what a spool reports.
package final class EventLog: Sendable {
  private let events = Guarded<[SpoolEvent]>([])

  package func add(_ event: SpoolEvent) { events.withLock { $0.append(event) } }

  /// All reports so far.
  package var all: [SpoolEvent] { events.withLock { $0 } }

  /// The notices among them.
  package var notices: [String] {
    all.compactMap { if case .notice(let text) = $0 { text } else { nil } }
  }

  /// The troubles that paused the spool.
  package var pauses: [TranslationTrouble] {
    all.compactMap { if case .paused(let trouble) = $0 { trouble } else { nil } }
  }
}
