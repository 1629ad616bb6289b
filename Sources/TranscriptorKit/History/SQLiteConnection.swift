import CSQLite

/// One connection to a database; not Sendable, since one actor owns it.
final class SQLiteConnection {
  private let handle: OpaquePointer
  private let path: String
  private var statements: [String: SQLiteStatement] = [:]

  /// Opens a file that exists.
  ///
  /// Nothing of it is read yet, and no link in the path is followed.
  init(path: String) throws(SQLiteError) {
    var handle: OpaquePointer?
    // The owner runs one call at a time, so SQLite need not guard the connection.
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      defer { sqlite3_close_v2(handle) }
      throw SQLiteError(handle, path: path)
    }
    (self.handle, self.path) = (handle, path)
  }

  deinit {
    statements = [:]
    sqlite3_close_v2(handle)
  }

  /// How long a call may wait for other connections to let go of the database.
  func wait(atMost duration: Duration) {
    let (seconds, attoseconds) = duration.components
    sqlite3_busy_timeout(
      handle, max(0, Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000)))
  }

  /// Leaves the files of the write-ahead log in place when the connection closes.
  ///
  /// SQLite would remove them by name, and by then the name may be another database's.
  func keepLog(_ keeps: Bool = true) throws(SQLiteError) {
    var flag: Int32 = keeps ? 1 : 0
    guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &flag) == SQLITE_OK else {
      throw SQLiteError(handle, path: path)
    }
  }

  /// An error of this database that SQLite itself does not call one.
  func error(_ code: Int32, _ message: String) -> SQLiteError {
    SQLiteError(path: path, code: code, message: message)
  }

  /// Runs a statement and hands each row to the body.
  func run(
    _ sql: String, _ values: [SQLiteStatement.Value] = [],
    _ body: (borrowing SQLiteStatement.Row) -> Void = { _ in }
  ) throws(SQLiteError) {
    let statement: SQLiteStatement
    if let known = statements[sql] {
      statement = known
    } else {
      statement = try SQLiteStatement(sql, for: handle, path: path)
      statements[sql] = statement
    }
    try statement.run(values, body)
  }

  /// The number in the first column of a statement's last row; 0 where there is no row.
  func integer(_ sql: String) throws(SQLiteError) -> Int {
    var answer = 0
    try run(sql) { answer = $0.integer(0) }
    return answer
  }

  /// The text in the first column of a statement's last row; empty where there is no row.
  func text(_ sql: String) throws(SQLiteError) -> String {
    var answer = ""
    try run(sql) { answer = $0.text(0) }
    return answer
  }

  /// Runs the body in a transaction that writes: all of it happens or nothing does.
  func transaction(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
    // Immediate, so that waiting for another writer happens here and not in the middle.
    try run("BEGIN IMMEDIATE")
    do {
      try body()
      try run("COMMIT")
    } catch {
      // Some errors have rolled back already; then this one fails, and nothing is lost by it.
      try? run("ROLLBACK")
      throw error
    }
  }
}
