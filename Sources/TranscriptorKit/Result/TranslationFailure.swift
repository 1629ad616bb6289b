public import FoundationEssentials

/// A text that can't be translated as it is: what `failed/NAME.error.json` holds.
public struct TranslationFailure: Decodable, Equatable, Sendable {
  /// Which text failed: its path below the inbox, or the request's own identifier.
  public var clientIdentifier: String
  /// The kind of fault, for programs.
  public var code: FailureCode
  /// What is wrong, for people.
  public var message: String
  /// What to do about it.
  public var hint: String
  /// How many requests were sent for the text.
  public var attempts: Int
  /// When the text was given up, UTC with whole seconds.
  public var failedAt: String
  /// The line of a batch that failed, counted from 1; nil where the text is a file of its own.
  public var line: Int?
  /// What the text and its settings were, where the original stays where it is (`run DIR`), so that the same
  /// text is not tried again; nil where the original lies beside the error.
  public var fingerprint: String?

  /// Takes what is wrong and when.
  public init(
    clientIdentifier: String, code: FailureCode, message: String, hint: String, attempts: Int, failedAt: Date,
    line: Int? = nil, fingerprint: String? = nil
  ) {
    self.clientIdentifier = clientIdentifier
    self.code = code
    self.message = message
    self.hint = hint
    self.attempts = attempts
    self.failedAt = failedAt.utc
    self.line = line
    self.fingerprint = fingerprint
  }

  /// The failure as JSON, members in their fixed order.
  public var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("clientIdentifier", .string(clientIdentifier)),
      .init("code", .string(code.rawValue)),
      .init("message", .string(message)),
      .init("hint", .string(hint)),
      .init("attempts", .integer(attempts)),
      .init("failedAt", .string(failedAt)),
    ]
    if let line { members.append(.init("line", .integer(line))) }
    if let fingerprint { members.append(.init("fingerprint", .string(fingerprint))) }
    return .object(members)
  }
}
