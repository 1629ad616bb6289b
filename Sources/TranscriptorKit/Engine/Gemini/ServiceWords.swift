/// Words that a service sent, made fit to stand in a message of ours.
struct ServiceWords: Sendable {
  /// What must not appear in any message, even where the service sends it back.
  let key: APIKey

  /// The longest quotation, in characters.
  static let limit = 300

  /// One line without the key, control or format characters, at most `limit` characters long.
  func cleaned(_ text: String) -> String {
    // First of all: of a key that was cut in two, the first part would remain.
    let scalars = key.redacted(from: text).unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      // Format characters hold the bidirectional overrides, which make a line read as another one.
      case .control, .format, .lineSeparator, .paragraphSeparator: " "
      default: scalar
      }
    }
    var clean = String.UnicodeScalarView()
    clean.append(contentsOf: scalars)
    let line = String(clean).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > Self.limit ? line.prefix(Self.limit - 1) + "…" : line
  }

  /// A sentence that quotes the service, with a space before it; empty where there is nothing to quote.
  func quoted(_ text: String?) -> String {
    let line = cleaned(text ?? "")
    return line.isEmpty ? "" : " It says: \"\(line)\""
  }
}
