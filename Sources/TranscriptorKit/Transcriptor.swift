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
  /// - Throws: `SystemError` where a folder can't be opened or made; `OverlappingFolders`.
  public func pass(over folder: String, outbox: String?) async throws -> SpoolWatcher? {
    let spool = makeSpool()
    let directory = try Directory(path: folder)
    let outboxPath = try Self.realPath(outbox ?? group.path + "/" + GroupFolders.outboxName.text)
    let folderPath = try Self.realPath(folder)
    guard !Self.overlap(folderPath, outboxPath) else {
      throw OverlappingFolders(folder: folderPath, outbox: outboxPath)
    }
    if outbox != nil {
      if access(outboxPath, F_OK) != 0 {
        if let hook { _ = try hook(DiskStep(kind: .makeDirectory, path: outboxPath)) }
        guard mkdir(outboxPath, 0o755) == 0 || errno == EEXIST else {
          throw SystemError("make", outboxPath, code: errno)
        }
      }
      try await spool.requireSafeMoves(in: Directory(path: outboxPath, hook: hook))
    }
    guard try await spool.lock(directory) else { return nil }
    let source = FolderSource(spool: spool, path: folderPath, outboxPath: outbox == nil ? nil : outboxPath)
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

  /// The path without links and dots, as far as it exists.
  private static func realPath(_ path: String) throws(SystemError) -> String {
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    guard errno == ENOENT else { throw SystemError("open", path, code: errno) }
    guard let slash = path.lastIndex(of: "/") else { return try realPath(".") + "/" + path }
    guard slash > path.startIndex else { return path }
    return try realPath(String(path[..<slash])) + path[slash...]
  }

  private static func overlap(_ one: String, _ other: String) -> Bool {
    let (one, other) = (one == "/" ? one : one + "/", other == "/" ? other : other + "/")
    return one.hasPrefix(other) || other.hasPrefix(one)
  }
}

/// A folder to read and an outbox of which one lies inside the other: results would be taken for texts.
public struct OverlappingFolders: Error, Equatable, Sendable {
  /// The folder of texts, without links.
  public let folder: String
  /// The outbox, without links.
  public let outbox: String
}
