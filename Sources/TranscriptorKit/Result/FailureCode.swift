/// Why a text can't be translated as it is: the `code` of an error file.
public enum FailureCode: String, CaseIterable, Codable, Sendable {
  /// The bytes are no text in any encoding that is accepted.
  case notText = "not-text"
  /// There is nothing but white space.
  case empty
  /// The text is larger than `maxInputBytes`.
  case tooLarge = "too-large"
  /// A request file or its text is malformed.
  case badRequest = "bad-request"
  /// A batch names the same `clientIdentifier` twice.
  case duplicateIdentifier = "duplicate-identifier"
  /// The service refuses the content.
  case blocked
  /// The service stopped because the answer resembled published text.
  case recitation
  /// The engine's answer can't be trusted.
  case badAnswer = "bad-answer"
  /// No installed dictionary knows the text.
  case notFound = "not-found"
  /// No on-device engine exists for this pair of languages.
  case unsupportedPair = "unsupported-pair"
  /// The pair needs a package that is not installed.
  case needsDownload = "needs-download"
  /// The service refused this text again and again while it answered others.
  case serviceRefuses = "service-refuses"
  /// Work on this text ended the program twice.
  case killsWorker = "kills-worker"
  /// The file can't be read.
  case unreadable
}
