/// The group's inbox: a file is taken by a claim.
struct InboxSource: TextSource {
  let spool: Spool

  func look(_ terms: ScanTerms) async throws -> InboxScan { try await spool.scan(terms) }

  func take(_ entry: InboxEntry, _ configuration: SpoolConfiguration) async throws -> TakenText {
    let decoder = configuration.decoder
    guard let text = try await spool.claim(entry, decoder: decoder) else { return .changed }
    return .claimed(text)
  }
}
