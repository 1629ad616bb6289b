import CSQLite

/// The tables of the history, and how older ones become them.
enum HistorySchema {
  /// What marks a database as a history of ours (`PRAGMA application_id`): `TrHi` in ASCII.
  static let applicationID = 0x5472_4869

  /// The steps from an empty database to today's tables; step n makes version n (`PRAGMA user_version`).
  ///
  /// Only ever appended to: each has run on somebody's disk.
  static let migrations = [
    // AUTOINCREMENT, so that no number is ever used again. The claim names the piece of work that an entry came
    // from, so that work which is finished twice, after a crash, is recorded once.
    """
    CREATE TABLE entry (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      claim TEXT UNIQUE,
      result TEXT NOT NULL
    ) STRICT
    """
  ]

  /// What a database is to us.
  enum Kind: Equatable {
    case empty, ours, newer, foreign
  }

  /// Looks at a database.
  /// - Throws: `SQLiteError`, of damage where the file is no sound database.
  static func kind(of connection: SQLiteConnection) throws(SQLiteError) -> Kind {
    let application = try connection.integer("PRAGMA application_id")
    let version = try connection.integer("PRAGMA user_version")
    let objects = try connection.integer("SELECT count(*) FROM sqlite_schema")
    switch (application, version) {
    case (0, 0): return objects == 0 ? .empty : .foreign
    case (applicationID, 1...migrations.count): return .ours
    case (applicationID, (migrations.count + 1)...): return .newer
    default: return .foreign
    }
  }

  /// Makes a connection ready, and brings an empty database or an older one of ours to today's version.
  /// - Parameters:
  ///   - fileSystem: What the file lies on.
  ///   - salvage: What is left of the history that lay there before.
  static func prepare(
    _ connection: SQLiteConnection, on fileSystem: FileSystemType, with salvage: HistorySalvage?
  ) throws(SQLiteError) {
    if fileSystem.isShared {
      try useRollbackJournal(connection)
    } else {
      // The write-ahead log lets others read while one writes; with NORMAL a loss of power costs the last entries at
      // most, never the database (https://sqlite.org/wal.html).
      try connection.run("PRAGMA journal_mode = WAL")
      try connection.run("PRAGMA synchronous = NORMAL")
      try connection.run("PRAGMA journal_size_limit = 0")
    }
    // What is removed leaves no bytes behind.
    try connection.run("PRAGMA secure_delete = ON")
    guard try connection.integer("PRAGMA user_version") < migrations.count else { return }
    try connection.transaction { () throws(SQLiteError) in
      let version = try connection.integer("PRAGMA user_version")
      for migration in migrations.dropFirst(version) { try connection.run(migration) }
      try connection.run("PRAGMA application_id = \(applicationID)")
      try connection.run("PRAGMA user_version = \(migrations.count)")
      guard version == 0, let salvage else { return }
      try connection.run(
        "INSERT INTO sqlite_sequence (name, seq) VALUES ('entry', ?)", [.integer(salvage.lastID)])
      for row in salvage.rows {
        try connection.run(
          "INSERT OR IGNORE INTO entry (id, claim, result) VALUES (?, ?, ?)",
          [.integer(row.id), .text(row.claim), .text(row.result)])
      }
    }
  }

  /// Makes a connection safe to look at a file that was left with a write-ahead log where none can be used.
  ///
  /// In this mode SQLite keeps the log's index in its own memory and shares none (https://sqlite.org/wal.html, section 8).
  static func lookAlone(_ connection: SQLiteConnection) throws(SQLiteError) {
    try connection.run("PRAGMA locking_mode = EXCLUSIVE")
  }

  /// Leaves the write-ahead log, where there is one, and then shares the file again.
  private static func useRollbackJournal(_ connection: SQLiteConnection) throws(SQLiteError) {
    let mode = try connection.text("PRAGMA journal_mode = DELETE")
    guard mode == "delete" else { throw connection.error(SQLITE_BUSY, "its journal is \(mode) still") }
    try connection.run("PRAGMA synchronous = FULL")
    try connection.run("PRAGMA locking_mode = NORMAL")
    // The file is let go at the next reading (https://sqlite.org/pragma.html#pragma_locking_mode).
    _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
  }

  /// Whether every page is sound.
  static func isSound(_ connection: SQLiteConnection) throws(SQLiteError) -> Bool {
    try connection.text("PRAGMA integrity_check(1)") == "ok"
  }

  /// Whether the tables are those that the version says.
  static func hasTables(_ connection: SQLiteConnection) throws(SQLiteError) -> Bool {
    do {
      try connection.run("SELECT id, claim, result FROM entry LIMIT 0")
      return true
    } catch  where error.primaryCode == SQLITE_ERROR {
      return false
    }
  }

  /// The highest number that was ever given away; nil where none was, or where nothing says so.
  static func lastID(of connection: SQLiteConnection) throws(SQLiteError) -> Int? {
    var last: Int?
    try connection.run("SELECT seq FROM sqlite_sequence WHERE name = 'entry'") { last = $0.integer(0) }
    return last
  }
}
