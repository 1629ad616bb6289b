/// A text in hand: its claim, and the text or why there is none.
package struct ClaimedText: Sendable {
  package let claim: Claim
  package let content: Result<SourceText, TranslationTrouble>
  /// Names the text while our own code is at work on it.
  let mark: WorkMark
  /// Tells whether the text changed since it failed; nil where the original moves away with its error.
  package var fingerprint: String?
}

extension TranslationTrouble {
  /// A file that can't be read, however long one waits.
  static func unreadable(_ error: SystemError) -> TranslationTrouble {
    TranslationTrouble(
      .item(.unreadable), "The file can't be read: \(error.reason).",
      hint: "Give yourself the right to read it: chmod u+r FILE")
  }
}
