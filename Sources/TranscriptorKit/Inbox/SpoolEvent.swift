/// What happens while texts are worked on, for whoever shows it.
public enum SpoolEvent: Equatable, Sendable {
  /// A text was found that will be worked on.
  case found(String)
  /// A result is in the outbox.
  case translated(String)
  /// A text was put aside with its error.
  case failed(TranslationFailure)
  /// A text goes on waiting; the trouble says why, where there is any.
  case waiting(String, TranslationTrouble?)
  /// No more jobs start until the trouble is over.
  case paused(TranslationTrouble)
  /// Jobs start again.
  case resumed
  /// Something that a person should know, said once.
  case notice(String)
}
