/// A folder that texts come from: the inbox, whose files are claimed, or any other, which is only read.
protocol TextSource: Sendable {
  /// Takes a look at the folder.
  ///
  /// - Throws: `SystemError`, or `TranslationTrouble` of kind set-up.
  func look(_ terms: ScanTerms) async throws -> InboxScan

  /// Takes a settled file to work on it, for this process alone.
  ///
  /// - Throws: `SystemError` where that can't be done now; the file then lies where it was.
  func take(_ entry: InboxEntry, _ configuration: SpoolConfiguration) async throws -> TakenText
}
