import FoundationEssentials
import Glibc

/// Any folder of texts, which is only read: nothing in it is moved, changed or made.
struct FolderSource: TextSource {
  let spool: Spool
  /// The folder's absolute path.
  let path: String
  /// The absolute path of the outbox; nil for the group's.
  let outboxPath: String?

  func look(_ terms: ScanTerms) async throws -> InboxScan { try await look(terms, on: spool) }

  /// Like all that follows, on the spool's own thread.
  private func look(_ terms: ScanTerms, on spool: isolated Spool) throws -> InboxScan {
    try InboxScan(of: Directory(path: path), terms)
  }

  func take(
    _ entries: ArraySlice<InboxEntry>, _ configuration: SpoolConfiguration
  ) async -> [Result<TakenText, any Error>] {
    await take(entries, configuration, on: spool)
  }

  private func take(
    _ entries: ArraySlice<InboxEntry>, _ configuration: SpoolConfiguration, on spool: isolated Spool
  ) -> [Result<TakenText, any Error>] {
    var taken: [Result<TakenText, any Error>] = []
    do {
      let work = try spool.openFolders().work
      let marks = try spool.currentArea(in: work).marks
      let deaths = try Suspects(in: work).all()
      for entry in entries where !Task.isCancelled {
        let mark = WorkMark(marks: marks, identity: entry.status.identity)
        let text = try take(entry, configuration, mark, deaths: deaths[mark.identity] ?? 0, on: spool)
        taken.append(.success(text))
      }
    } catch {
      taken.append(.failure(error))
    }
    return taken
  }

  private func take(
    _ entry: InboxEntry, _ configuration: SpoolConfiguration, _ mark: WorkMark, deaths: Int,
    on spool: isolated Spool
  ) throws -> TakenText {
    let content: (bytes: [UInt8], status: FileStatus)
    do throws(SystemError) {
      content = try read(entry, limit: configuration.settings.maxInputBytes)
    } catch {
      if [ENOENT, ELOOP, ENOTDIR, EINVAL].contains(error.code) { return .changed }
      if error.mayPass { throw UnreadText(error: error) }
      guard error.code == EACCES else { throw error }
      let fingerprint = Fingerprint(of: entry, in: path, content: nil, configuration)
      return try claim(entry, .failure(.unreadable(error)), mark, fingerprint, on: spool)
    }
    guard content.status.isSameContent(as: entry.status) else { return .changed }
    let text = mark.decode(content.bytes, configuration.decoder, deaths: deaths)
    if case .success(let source) = text,
      try hasResult(of: entry.path, source, configuration.translation(of: entry.path), on: spool)
    {
      return .upToDate
    }
    let fingerprint = Fingerprint(of: entry, in: path, content: content.bytes, configuration)
    return try claim(entry, text, mark, fingerprint, on: spool)
  }

  private func read(
    _ entry: InboxEntry, limit: Int
  ) throws(SystemError) -> (bytes: [UInt8], status: FileStatus) {
    try Directory(path: path).directory(entry.path.folders).read(entry.path.name, limit: limit)
  }

  private func claim(
    _ entry: InboxEntry, _ text: Result<SourceText, TranslationTrouble>, _ mark: WorkMark,
    _ fingerprint: Fingerprint, on spool: isolated Spool
  ) throws -> TakenText {
    if try spool.hasFailure(of: entry.path, fingerprint: fingerprint) { return .upToDate }
    let claim = try spool.claimReading(entry, outboxPath: outboxPath)
    return .claimed(ClaimedText(claim: claim, content: text, mark: mark, fingerprint: fingerprint.text))
  }

  private func hasResult(
    of path: RelativePath, _ source: SourceText, _ settings: TranslationSettings, on spool: isolated Spool
  ) throws -> Bool {
    try spool.results(of: path, outboxPath: outboxPath).contains { result in
      result.clientIdentifier == path.text && result.sourceText == source.text
        && result.targetLanguage == settings.targetLanguage && result.detailLevel == settings.detailLevel
    }
  }
}
