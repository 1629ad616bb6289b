import FoundationEssentials
import Glibc
import TranscriptorKit

/// What a program tells people, on standard error and nowhere else.
///
/// Whatever a message quotes, no control character of it reaches a terminal or a log. A message that can't be
/// written is lost; the exit status still tells. A reader that takes its time is waited for, but by work without an
/// end, which leaves messages out instead and says how many.
package struct Messages: Sendable {
  /// Who speaks: the program's name.
  private let program: String
  /// Only trouble is told.
  private let quiet: Bool
  /// Details are told too.
  private let verbose: Bool
  /// Trouble is told as JSON.
  private let json: Bool
  /// Takes the lines without waiting; nil where whoever reads them is waited for.
  private var lines: UnhurriedLines?

  /// Takes what the command line asks for.
  package init(program: String, quiet: Bool = false, verbose: Bool = false, json: Bool = false) {
    self.program = program
    self.quiet = quiet
    self.verbose = verbose
    self.json = json
  }

  /// The same for work that must not wait until somebody reads.
  package var withoutWaiting: Messages {
    var messages = self
    messages.lines = UnhurriedLines(to: STDERR_FILENO) { "\(program): \($0) messages found no reader." }
    return messages
  }

  /// Tells what ends the command or fails a text; also where the user asked for quiet.
  /// - Parameter clientIdentifier: Which text it is about, or else which command.
  package func trouble(_ failure: Failure, clientIdentifier: String) {
    guard json else {
      write("\(program): \(failure.message.terminalSafe)")
      if !failure.hint.isEmpty { write("  \(failure.hint.terminalSafe)") }
      return
    }
    let value: JSONValue = [
      "clientIdentifier": .string(clientIdentifier), "code": .string(failure.code),
      "message": .string(failure.message), "hint": .string(failure.hint),
      "attempts": .integer(failure.attempts), "failedAt": .string(WallClock.system.now().utc),
    ]
    write(value.compact.escapedForTerminal)
  }

  /// Tells something that a person should know although the command goes on.
  package func warning(_ text: String) {
    if !quiet { write("\(program): \(text.terminalSafe)") }
  }

  /// Tells what was done, where the user wants to know more than the result.
  package func detail(_ text: String) {
    if verbose, !quiet { write("\(program): \(text.terminalSafe)") }
  }

  private func write(_ line: String) {
    guard let lines else {
      return _ = try? StandardStreams.write(Array((line + "\n").utf8), to: STDERR_FILENO)
    }
    lines.write(line)
  }
}
