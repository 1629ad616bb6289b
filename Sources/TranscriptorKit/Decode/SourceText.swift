/// A text as it is sent: decoded, without byte-order mark and without white space at its ends; never empty.
package struct SourceText: Equatable, Sendable {
  /// The text.
  package let text: String
  /// The encoding, where it was not UTF-8.
  package var encoding: String?
  /// What the reader of the result should know, each a sentence; usually empty.
  package var warnings: [String] = []
}
