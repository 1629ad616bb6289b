import CSQLite
import FoundationEssentials

/// The latest translations, in a database that several processes share.
///
/// It is a record and nothing more: no text waits for it, and what it loses is lost to it alone. Every call waits two
/// seconds at most for other processes, on a thread of its own; `keep` does so once, and then tries without waiting
/// until it can write again.
///
/// A file that is no sound history is set aside under a dated name, and a new one begun; of that, and of a file that it
/// leaves alone, `warn` is told once. All else that fails is thrown, as `SQLiteError` or `SystemError`.
public actor HistoryStore {
  /// How many entries remain after each insert.
  public static let capacity = 50

  private var patience: Duration { unkept == 0 ? .seconds(2) : .milliseconds(20) }

  private let executor = BlockingExecutor(label: "history")
  private let path: String
  private let clock: WallClock
  private let fileSystem: FileSystemType?
  private let warn: @Sendable (String) -> Void

  private var opened: (access: HistoryFile.Access, identity: HistoryFile.Identity?)?
  private var warnings: Set<String> = []
  /// How many translations `keep` could not record since it last could.
  private var unkept = 0

  /// The history's own thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Takes the database's path; the file is opened, and made where it is missing, at the first call.
  /// - Parameter warn: Is told in one sentence what a person should know.
  public init(path: String, warn: @escaping @Sendable (String) -> Void) {
    self.init(path: path, clock: .system, warn: warn)
  }

  /// Takes the clock too, which dates what is set aside, and what the file is taken to lie on.
  init(
    path: String, clock: WallClock, fileSystem: FileSystemType? = nil,
    warn: @escaping @Sendable (String) -> Void
  ) {
    self.path = path
    self.clock = clock
    self.fileSystem = fileSystem
    self.warn = warn
  }

  /// Adds finished translations, in their order, and drops the oldest beyond `capacity`: all in one transaction.
  /// - Parameter results: Each with a claim, a token for the piece of work that it came from: a claim that the history
  ///   holds already adds nothing. nil adds an entry each time.
  public func record(_ results: [(TranslationResult, claim: String?)]) throws {
    // More would be dropped at once, and would count as new when the same work is recorded again.
    let latest = results.suffix(Self.capacity)
    guard !latest.isEmpty else { return }
    try withAccess { access in
      guard case .full(let connection) = access else { return }
      try connection.transaction { () throws(SQLiteError) in
        for (result, claim) in latest {
          try connection.run(
            "INSERT INTO entry (claim, result) VALUES (?, ?) ON CONFLICT (claim) DO NOTHING",
            [.text(claim), .text(result.json.compact)])
        }
        try connection.run(
          "DELETE FROM entry WHERE id NOT IN (SELECT id FROM entry ORDER BY id DESC LIMIT ?)",
          [.integer(Self.capacity)])
      }
    }
  }

  /// Records finished translations as far as that can be done now, and lets their texts go on in any case.
  /// - Returns: What a person should know: that the history can't be written to, or that it can be again. Nil where
  ///   that is as it was.
  package func keep(_ results: [(TranslationResult, claim: String?)]) -> String? {
    do {
      try record(results)
    } catch {
      defer { unkept += results.count }
      return unkept == 0 ? "The history could not be kept: \(error). Texts are translated all the same." : nil
    }
    defer { unkept = 0 }
    return unkept == 0 ? nil : "The history is kept again; \(unkept) translations are not in it."
  }

  /// The latest entries, the newest first.
  public func latest(limit: Int = capacity) throws -> [HistoryEntry] {
    try entries("SELECT id, result FROM entry ORDER BY id DESC LIMIT ?", max(0, limit))
  }

  /// The entry with this number; nil where there is none, or none any more.
  public func entry(id: Int) throws -> HistoryEntry? {
    try entries("SELECT id, result FROM entry WHERE id = ?", id).first
  }

  /// Removes all entries, so that no byte of them is left in the database's files, and the damaged histories that were
  /// set aside.
  /// - Returns: The names of those.
  /// - Throws: `SQLiteError` also where another process reads at that moment, so that something may be left.
  @discardableResult
  public func clear() throws -> [String] {
    try withAccess { access in
      switch access {
      case .full(let connection): try empty(connection)
      case .readOnly(_, let why): throw SQLiteError(path: path, code: SQLITE_READONLY, message: why)
      case .none(let why): throw SQLiteError(path: path, code: SQLITE_CANTOPEN, message: why)
      }
    }
    return try file().removeAsides(until: .now + patience).map(\.text)
  }

  /// Closes the file until the next call; where nobody else has it open, nothing but the database itself is left.
  public func close() {
    guard opened != nil else { return }
    try? file().closing(opened?.identity) { keepsLog in
      if case .full(let connection)? = opened?.access { try? connection.keepLog(keepsLog) }
      opened = nil
    }
    opened = nil
  }
}

extension HistoryStore {
  private func entries(_ sql: String, _ value: Int) throws -> [HistoryEntry] {
    var rows: [(id: Int, json: String)] = []
    try withAccess { access in
      switch access {
      case .full(let connection): rows = try Self.rows(of: connection, sql, value)
      // A newer version may have other tables; then there is nothing that this one can show.
      case .readOnly(let connection, _): rows = (try? Self.rows(of: connection, sql, value)) ?? []
      case .none: break
      }
    }
    let decoder = JSONDecoder()
    return rows.compactMap { row in
      let result = try? decoder.decode(TranslationResult.self, from: Data(row.json.utf8))
      return result.map { HistoryEntry(id: row.id, result: $0) }
    }
  }

  private static func rows(of connection: SQLiteConnection, _ sql: String, _ value: Int) throws(SQLiteError)
    -> [(id: Int, json: String)]
  {
    var rows: [(id: Int, json: String)] = []
    try connection.run(sql, [.integer(value)]) { rows.append(($0.integer(0), $0.text(1))) }
    return rows
  }

  private func empty(_ connection: SQLiteConnection) throws(SQLiteError) {
    try connection.transaction { () throws(SQLiteError) in try connection.run("DELETE FROM entry") }
    try connection.run("VACUUM")
    // The log holds what was inserted until it is cut off, which a reader can prevent: the first column says so.
    guard try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0 else {
      throw SQLiteError(
        path: path, code: SQLITE_BUSY, message: "another process reads it; clear it once more")
    }
  }

  /// Runs the body with what may be done now, and once more with a new history where the old one proves damaged.
  private func withAccess(_ body: (HistoryFile.Access) throws -> Void) throws {
    do {
      try body(try access(thoroughly: false))
    } catch let error as SQLiteError where error.isDamage {
      try body(try access(thoroughly: true))
    }
  }

  private func access(thoroughly: Bool) throws -> HistoryFile.Access {
    let deadline = ContinuousClock.now + patience
    let file = try file()
    // Another process may have set the file aside, or a person removed it.
    if !thoroughly, let opened, try file.identity() == opened.identity {
      if case .full(let connection) = opened.access { connection.wait(atMost: patience) }
      return opened.access
    }
    opened = nil
    let access = try file.open(thoroughly: thoroughly, until: deadline, warn: warnOnce)
    switch access {
    case .full: opened = (access, try file.identity())
    case .readOnly(_, let why):
      opened = (access, try file.identity())
      warnOnce(why)
    case .none(let why): warnOnce(why)
    }
    return access
  }

  private func file() throws(SystemError) -> HistoryFile {
    try HistoryFile(path: path, clock: clock, fileSystem: fileSystem)
  }

  private func warnOnce(_ message: String) {
    if warnings.insert(message).inserted { warn(message) }
  }
}
