import Glibc

/// The whole line, from a folder of texts to their results: inbox, claim, decode, queue, engine, result, history.
///
/// This is where the stages are put together; `SpoolWatcher` drives them.
public struct Transcriptor: Sendable {
  private let group: AppGroup
  private let history: HistoryStore
  private let configuration: SpoolConfiguration.Source
  private let hook: DiskHook?
  private let report: @Sendable (SpoolEvent) -> Void

  /// Works in an app group.
  ///
  /// - Parameters:
  ///   - group: Where texts arrive and results go.
  ///   - history: Where the latest translations are recorded.
  ///   - configuration: Where settings and engine come from.
  ///   - report: Is told what happens, from any thread.
  public init(
    group: AppGroup, history: HistoryStore, configuration: SpoolConfiguration.Source,
    report: @escaping @Sendable (SpoolEvent) -> Void
  ) {
    self.init(group: group, history: history, configuration: configuration, hook: nil, report: report)
  }

  package init(
    group: AppGroup, history: HistoryStore, configuration: SpoolConfiguration.Source, hook: DiskHook?,
    report: @escaping @Sendable (SpoolEvent) -> Void
  ) {
    self.group = group
    self.history = history
    self.configuration = configuration
    self.hook = hook
    self.report = report
  }

  /// A watcher of the inbox that works until its task is cancelled.
  public func watch() -> SpoolWatcher { inboxWatcher(isPass: false) }

  /// A watcher that works on the texts that are in the inbox now, and ends.
  public func pass() -> SpoolWatcher { inboxWatcher(isPass: true) }

  /// A watcher that works on the texts that are in a folder now, only reads it, and ends.
  ///
  /// - Parameters:
  ///   - folder: The folder of texts.
  ///   - outbox: Where results go; nil for the group's outbox.
  /// - Returns: Nil where another process is at work on the same folder.
  /// - Throws: `SystemError` where a folder can't be opened or made; `OverlappingFolders`; `OwnInbox`.
  public func pass(over folder: String, outbox: String?) async throws -> SpoolWatcher? {
    let spool = makeSpool()
    let directory = try Directory(path: folder)
    let texts = try FolderPlace(folder)
    let results = try FolderPlace(outbox ?? group.path + "/" + GroupFolders.outboxName.text)
    guard try !texts.isInside(FolderPlace(group.path + "/" + GroupFolders.inboxName.text)) else {
      throw OwnInbox(folder: texts.path)
    }
    guard !texts.isInside(results), !results.isInside(texts) else {
      throw OverlappingFolders(folder: texts.path, outbox: results.path)
    }
    if outbox != nil {
      if access(results.path, F_OK) != 0 {
        if let hook { _ = try hook(DiskStep(kind: .makeDirectory, path: results.path)) }
        guard mkdir(results.path, 0o755) == 0 || errno == EEXIST else {
          throw SystemError("make", results.path, code: errno)
        }
      }
      try await spool.requireSafeMoves(in: Directory(path: results.path, hook: hook))
    }
    guard try await spool.lock(directory) else { return nil }
    let source = FolderSource(
      spool: spool, path: texts.path, outboxPath: outbox == nil ? nil : results.path)
    return SpoolWatcher(
      spool: spool, source: source, configuration: configuration, isPass: true, report: report)
  }

  private func inboxWatcher(isPass: Bool) -> SpoolWatcher {
    let spool = makeSpool()
    return SpoolWatcher(
      spool: spool, source: InboxSource(spool: spool), configuration: configuration, isPass: isPass,
      report: report)
  }

  private func makeSpool() -> Spool {
    Spool(group, hook: hook) { [history, report] results in
      if let news = await history.keep(results) { report(.notice(news)) }
    }
  }
}
