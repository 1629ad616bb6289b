/// The group's inbox: a file is taken by a claim.
struct InboxSource: TextSource {
  let spool: Spool

  func look(_ terms: ScanTerms) async throws -> InboxScan { try await spool.scan(terms) }

  func take(
    _ entries: ArraySlice<InboxEntry>, _ configuration: SpoolConfiguration
  ) async -> [Result<TakenText, any Error>] {
    await spool.claim(entries, decoder: configuration.decoder)
  }
}
