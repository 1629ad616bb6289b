import FoundationEssentials
import Glibc

/// Any folder of texts, which is only read: nothing in it is moved, changed or made.
struct FolderSource: TextSource {
  let spool: Spool
  /// The folder's absolute path.
  let path: String
  /// The absolute path of the outbox; nil for the group's.
  let outboxPath: String?

  func look(_ terms: ScanTerms) async throws -> InboxScan { try InboxScan(of: Directory(path: path), terms) }

  func take(_ entry: InboxEntry, _ configuration: SpoolConfiguration) async throws -> TakenText {
    let translation = configuration.translation(of: entry.path)
    let limit = configuration.settings.maxInputBytes
    let content: (bytes: [UInt8], status: FileStatus)
    do throws(SystemError) {
      content = try read(entry, limit: limit)
    } catch {
      if [ENOENT, ELOOP, ENOTDIR, EINVAL].contains(error.code) { return .changed }
      if error.mayPass { throw UnreadText(error: error) }
      guard error.code == EACCES else { throw error }
      let fingerprint = Fingerprint(of: entry, in: path, content: nil, configuration)
      return try await claim(entry, .failure(.unreadable(error)), fingerprint: fingerprint)
    }
    guard content.status.isSameContent(as: entry.status) else { return .changed }
    let decoder = configuration.decoder
    let isKiller = try await spool.deaths(of: entry.status.identity) >= Suspects.deathsToPutAside
    let text = Result { () throws(TranslationTrouble) in
      if isKiller { throw .killsWorker }
      return try decoder.decode(content.bytes)
    }
    if case .success(let source) = text, try await hasResult(of: entry.path, source, translation) {
      return .upToDate
    }
    let fingerprint = Fingerprint(of: entry, in: path, content: content.bytes, configuration)
    return try await claim(entry, text, fingerprint: fingerprint)
  }

  private func read(
    _ entry: InboxEntry, limit: Int
  ) throws(SystemError) -> (bytes: [UInt8], status: FileStatus) {
    try Directory(path: path).directory(entry.path.folders).read(entry.path.name, limit: limit)
  }

  private func claim(
    _ entry: InboxEntry, _ text: Result<SourceText, TranslationTrouble>, fingerprint: Fingerprint
  ) async throws -> TakenText {
    if try await spool.hasFailure(of: entry.path, fingerprint: fingerprint) { return .upToDate }
    let claim = try await spool.claimReading(entry, outboxPath: outboxPath)
    return .claimed(
      ClaimedText(claim: claim, content: text, fingerprint: fingerprint.text))
  }

  private func hasResult(
    of path: RelativePath, _ source: SourceText, _ settings: TranslationSettings
  ) async throws -> Bool {
    try await spool.results(of: path, outboxPath: outboxPath).contains { result in
      result.clientIdentifier == path.text && result.sourceText == source.text
        && result.targetLanguage == settings.targetLanguage && result.detailLevel == settings.detailLevel
    }
  }
}
