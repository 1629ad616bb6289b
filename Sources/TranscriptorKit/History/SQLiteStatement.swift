import CSQLite

/// A compiled statement, used again and again by its connection.
final class SQLiteStatement {
  /// A value that a statement takes.
  enum Value {
    case integer(Int)
    case text(String?)
  }

  private let connection: OpaquePointer
  private let path: String
  private let handle: OpaquePointer?

  /// Compiles one statement for a connection that outlives it.
  init(_ sql: String, for connection: OpaquePointer, path: String) throws(SQLiteError) {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK else { throw SQLiteError(connection, path: path) }
    (self.connection, self.path, self.handle) = (connection, path, handle)
  }

  deinit { sqlite3_finalize(handle) }

  /// Runs the statement and hands each row to the body.
  func run(_ values: [Value], _ body: (borrowing Row) -> Void) throws(SQLiteError) {
    // The code of a reset repeats that of the failed step, which was thrown already.
    defer { sqlite3_reset(handle) }
    for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: body(Row(handle: handle))
      case SQLITE_DONE: return
      default: throw SQLiteError(connection, path: path)
      }
    }
  }

  private func bind(_ value: Value, at index: Int32) throws(SQLiteError) {
    let code: Int32
    switch value {
    case .integer(let integer): code = sqlite3_bind_int64(handle, index, Int64(integer))
    case .text(nil): code = sqlite3_bind_null(handle, index)
    case .text(let text?):
      let count = UInt64(text.utf8.count)
      code = sqlite3_bind_text64(handle, index, text, count, csqlite_transient(), UInt8(SQLITE_UTF8))
    }
    guard code == SQLITE_OK else { throw SQLiteError(connection, path: path) }
  }
}

extension SQLiteStatement {
  /// The row that a statement stands on; valid until it moves on.
  struct Row: ~Copyable {
    fileprivate let handle: OpaquePointer?

    /// A column as a whole number, counted from 0; what is none is 0.
    func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

    /// A column as text, counted from 0; NULL is empty.
    func text(_ column: Int32) -> String {
      guard let start = sqlite3_column_text(handle, column) else { return "" }
      let count = Int(sqlite3_column_bytes(handle, column))
      return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }
  }
}

extension SQLiteError {
  /// The error of a connection's latest call.
  init(_ connection: OpaquePointer?, path: String) {
    self.init(
      path: path, code: sqlite3_extended_errcode(connection),
      message: String(cString: sqlite3_errmsg(connection)))
  }
}
