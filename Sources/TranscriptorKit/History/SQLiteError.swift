import CSQLite

/// A call of SQLite that failed (https://sqlite.org/rescode.html).
public struct SQLiteError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The database's path.
  public let path: String
  /// The extended result code.
  public let code: Int32
  /// What SQLite says of it.
  public let message: String

  /// One sentence: which database, and what is wrong.
  public var description: String { "history database \(path.terminalSafe): \(message.terminalSafe)" }

  /// Whether the file is no sound database.
  var isDamage: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT].contains(primaryCode) }

  /// Whether somebody else uses the database just now.
  package var isBusy: Bool { [SQLITE_BUSY, SQLITE_LOCKED].contains(primaryCode) }

  /// The result code without its particulars.
  var primaryCode: Int32 { code & 0xFF }
}
