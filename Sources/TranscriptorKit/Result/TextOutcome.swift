/// How the work on one text ended, where it ended.
package enum TextOutcome: Equatable, Sendable {
  /// There is a translation.
  case translated(TranslationResult)
  /// The text can't be translated as it is.
  case refused(TranslationFailure)

  /// The state in which the claim's folder keeps this outcome.
  var state: ClaimState {
    switch self {
    case .translated: .answered
    case .refused: .refused
    }
  }
}
