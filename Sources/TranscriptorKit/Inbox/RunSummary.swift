/// What came of one pass over the texts.
public struct RunSummary: Equatable, Sendable {
  /// Texts whose result is in the outbox.
  public var translated = 0
  /// Texts that were put aside with an error.
  public var failed = 0
  /// Texts that go on waiting.
  public var waiting = 0
  /// Why texts go on waiting, where the service or the set-up is at fault; set-up before service.
  public var trouble: TranslationTrouble?
  /// What could not be made or written, where the disk is at fault.
  public var diskTrouble: SystemError?

  /// A pass in which nothing happened.
  public init() {}
}
