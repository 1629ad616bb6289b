package import TranscriptorKit

/// An error that ends a command: the status it ends with, and the words for people.
package struct Failure: Error, Equatable, Sendable {
  /// The status that the program ends with.
  package let status: ExitStatus
  /// The kind of fault, for programs: a `FailureCode`, or `usage`, `set-up`, `service`, `unwritable`.
  package let code: String
  /// What is wrong.
  package let message: String
  /// What to do about it; may be empty.
  package let hint: String
  /// How many requests were sent.
  package let attempts: Int

  /// Takes a status that is no success; the code for programs follows from it unless given.
  package init(_ status: ExitStatus, _ message: String, hint: String = "", code: String? = nil) {
    self.status = status
    self.code = code ?? Self.code(for: status)
    self.message = message
    self.hint = hint
    attempts = 0
  }

  /// The kinds of trouble each have their status.
  package init(_ trouble: TranslationTrouble) {
    switch trouble.kind {
    case .item(let code): (status, self.code) = (.itemFailed, code.rawValue)
    case .service: (status, code) = (.service, Self.code(for: .service))
    case .setup: (status, code) = (.setup, Self.code(for: .setup))
    }
    message = trouble.message
    hint = trouble.hint
    attempts = trouble.attempts
  }

  /// What a thrown error means for the one who started the program.
  package init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let trouble as TranslationTrouble: self.init(trouble)
    case let error as SystemError:
      let reads = ["open", "read", "look at"].contains(error.action)
      self.init(reads ? .unreadable : .unwritable, error.description.sentence)
    case let error as SQLiteError:
      self.init(
        .unwritable, "The history can't be used: \(error).",
        hint: error.isBusy
          ? "Run the command again when no other program uses it."
          : "No text needs it: mend its rights, or move it away to begin a new one.")
    default:
      self.init(
        .programFault, "Something happened that the program does not know: \(error).",
        hint: "Please report it with the command that you ran.")
    }
  }

  private static func code(for status: ExitStatus) -> String {
    switch status {
    case .success, .itemFailed: "not-found"
    case .usage: "usage"
    case .unreadable: "unreadable"
    case .programFault: "program-fault"
    case .unwritable: "unwritable"
    case .service: "service"
    case .setup: "set-up"
    }
  }
}

extension String {
  /// The text as a sentence: its first letter is a capital and it ends with a full stop.
  fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() + (hasSuffix(".") ? "" : ".") }
}
