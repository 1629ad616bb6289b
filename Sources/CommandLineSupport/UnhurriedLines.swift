import Glibc
import TranscriptorKit

/// Lines for a reader who is never waited for.
///
/// What does not fit into the pipe, the terminal or the socket now is left out and counted, and the next line that fits
/// comes behind that number. The descriptor stays as it is: to make it non-blocking would do so for all who share it.
final class UnhurriedLines: Sendable {
  private struct State {
    var leftOut = 0
    /// Whether the line that was written last lacks its end.
    var isCut = false
  }

  private let descriptor: Int32
  private let tellingOf: @Sendable (_ leftOut: Int) -> String
  private let state = Guarded(State())

  /// Writes to a descriptor.
  /// - Parameter tellingOf: What is said of so many lines that were left out.
  init(to descriptor: Int32, tellingOf: @escaping @Sendable (_ leftOut: Int) -> String) {
    self.descriptor = descriptor
    self.tellingOf = tellingOf
  }

  /// Writes a line, or leaves it out; from any thread.
  func write(_ line: String) {
    state.withLock { state in
      if state.leftOut > 0 {
        guard write(tellingOf(state.leftOut), &state) else { return state.leftOut += 1 }
        state.leftOut = 0
      }
      if !write(line, &state) { state.leftOut += 1 }
    }
  }

  /// Writes a line as far as there is room; false where there was none for all of it.
  private func write(_ line: String, _ state: inout State) -> Bool {
    var rest = Array(((state.isCut ? "\n" : "") + line + "\n").utf8)[...]
    while !rest.isEmpty {
      guard hasRoom else { return false }
      // A pipe that takes anything takes more (pipe(7)), and so does a terminal (WAKEUP_CHARS in Linux's n_tty.c).
      let piece = rest.prefix(256)
      // A reader that is gone, or a full disk, costs the line and is nobody's fault here.
      guard (try? StandardStreams.write(Array(piece), to: descriptor)) != nil else { return true }
      rest = rest.dropFirst(piece.count)
      state.isCut = !rest.isEmpty
    }
    return true
  }

  private var hasRoom: Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&polled, 1, 0) > 0
  }
}
