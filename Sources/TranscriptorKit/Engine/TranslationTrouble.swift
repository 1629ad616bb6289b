/// Why a text was not translated.
///
/// The three kinds are never mixed up: what is wrong with one text fails no other, and no text fails for a
/// service's fault.
public struct TranslationTrouble: Error, Equatable, Sendable, CustomStringConvertible {
  /// Who or what is at fault, which decides what happens to the text.
  public enum Kind: Equatable, Sendable {
    /// This text can't be translated as it is; it goes to `failed/` and the rest goes on.
    case item(FailureCode)
    /// The engine can't answer now; the text stays queued. The time is how long to wait, where the service said so.
    case service(retryAfter: Duration?)
    /// No request can succeed until a person acts; the queue pauses and nothing moves.
    case setup
  }

  /// Who or what is at fault.
  public var kind: Kind
  /// What is wrong, in plain language, with the service's own words where it sent some.
  public var message: String
  /// What to do about it.
  public var hint: String
  /// How many requests were sent for the text.
  public var attempts: Int

  /// What is wrong and what to do.
  public var description: String { "\(message) \(hint)" }

  /// Whether a person must act before anything can succeed.
  public var isSetup: Bool { kind == .setup }

  /// Takes the kind, what is wrong and what to do.
  public init(_ kind: Kind, _ message: String, hint: String, attempts: Int = 0) {
    self.kind = kind
    self.message = message
    self.hint = hint
    self.attempts = attempts
  }
}
