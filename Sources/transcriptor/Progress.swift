import CommandLineSupport
import Glibc
import TranscriptorKit

/// Tells people what becomes of their texts: trouble as it happens, and on a terminal how far the work is.
final class Progress: Sendable {
  private struct State {
    var found = 0
    var translated = 0
    var failed = 0
    var waiting = 0
    var hasToldPause = false
    /// Whether the terminal's last line is the progress.
    var isDrawn = false
    var lastDrawn = ContinuousClock.now
  }

  private let messages: Messages
  private let isDrawing: Bool
  private let start = ContinuousClock.now
  private let state = Guarded(State())

  /// Draws a line of progress only where standard error is a terminal and nobody asked for quiet.
  init(_ context: CommandContext, draws: Bool) {
    messages = context.messages
    isDrawing = draws && isatty(STDERR_FILENO) == 1 && !context.options.quiet && !context.options.json
  }

  /// Tells of something that happened; from any thread.
  func show(_ event: SpoolEvent) {
    state.withLock { state in
      switch event {
      case .found: state.found += 1
      case .translated(let name):
        state.translated += 1
        erase(&state)
        messages.detail("\(name) is translated.")
      case .failed(let failure):
        state.failed += 1
        erase(&state)
        messages.trouble(
          Failure(
            .itemFailed, "\(failure.clientIdentifier): \(failure.message)", hint: failure.hint,
            code: failure.code.rawValue), clientIdentifier: failure.clientIdentifier)
      case .waiting(let name, let trouble):
        state.waiting += 1
        erase(&state)
        messages.detail("\(name) goes on waiting. \(trouble?.message ?? "")")
      case .paused(let trouble):
        state.hasToldPause = true
        erase(&state)
        messages.trouble(Failure(trouble), clientIdentifier: "transcriptor")
      case .resumed:
        erase(&state)
        messages.warning("Texts are translated again.")
      case .notice(let text):
        erase(&state)
        messages.warning(text)
      }
      draw(&state, force: false)
    }
  }

  /// Ends the line of progress with the final counts, and tells why texts go on waiting where nobody told yet.
  func end(_ summary: RunSummary) {
    state.withLock { state in
      if let trouble = summary.trouble, !state.hasToldPause {
        erase(&state)
        messages.trouble(Failure(trouble), clientIdentifier: "transcriptor")
      }
      draw(&state, force: true)
      if state.isDrawn { StandardStreams.endLine() }
      state.isDrawn = false
    }
  }

  private func draw(_ state: inout State, force: Bool) {
    guard isDrawing, force || state.lastDrawn.duration(to: .now) >= .milliseconds(100) || !state.isDrawn
    else {
      return
    }
    let done = state.translated + state.failed
    let seconds = Double(start.duration(to: .now) / .milliseconds(1)) / 1000
    let rate = seconds > 0 ? (Double(done) / seconds * 10).rounded() / 10 : 0
    let left = max(state.waiting, state.found - done)
    StandardStreams.draw("\(state.translated) translated, \(state.failed) failed, \(left) waiting, \(rate)/s")
    state.isDrawn = true
    state.lastDrawn = .now
  }

  /// Clears the line of progress, so that a message can stand there.
  private func erase(_ state: inout State) {
    guard state.isDrawn else { return }
    StandardStreams.draw("")
    state.isDrawn = false
  }
}
