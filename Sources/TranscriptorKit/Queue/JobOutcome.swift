/// How a job ended; the three kinds of trouble stay apart up to here, and each has its own way on.
public enum JobOutcome: Equatable, Sendable {
  /// There is an answer; `engine` gave it.
  case translated(TranslationAnswer, engine: EngineName)
  /// The text can't be translated as it is.
  case refused(FailureCode, TranslationTrouble)
  /// The text has to wait: the service can't answer now, or a person must act first.
  case waiting(TranslationTrouble)
  /// The task was cancelled before there was an answer.
  case cancelled
}
