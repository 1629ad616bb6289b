/// A folder that texts come from: the inbox, whose files are claimed, or any other, which is only read.
protocol TextSource: Sendable {
  /// Takes a look at the folder.
  ///
  /// - Throws: `SystemError`, or `TranslationTrouble` of kind set-up.
  func look(_ terms: ScanTerms) async throws -> InboxScan

  /// Takes settled files to work on them, for this process alone.
  ///
  /// - Returns: What came of each, in the order given, up to the first that could not be taken or until the task was
  ///   cancelled. That one, whose `SystemError` or set-up trouble is the last, and all after it lie where they were.
  func take(
    _ entries: ArraySlice<InboxEntry>, _ configuration: SpoolConfiguration
  ) async -> [Result<TakenText, any Error>]
}

/// What came of taking a file.
enum TakenText: Sendable {
  /// It is in hand.
  case claimed(ClaimedText)
  /// It is gone or has changed since the look; the next look judges it anew.
  case changed
  /// There is nothing to do: its result is there already, or it failed before and nothing has changed since.
  case upToDate
}
