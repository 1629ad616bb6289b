import FoundationEssentials

/// What can still be read of a history that is damaged.
struct HistorySalvage {
  /// An entry as it was kept.
  struct Row {
    let id: Int
    let claim: String?
    let result: String
  }

  /// The entries, the oldest first; none where nothing can be read.
  let rows: [Row]
  /// The highest number that the history may have given away.
  let lastID: Int

  /// Nothing of a file, which may have given numbers away all the same.
  /// - Parameter time: The time in whole seconds since 1970: no history can have come so far.
  init(nothingAt time: Int) { (rows, lastID) = ([], time) }

  /// Reads what the pages give that are sound.
  /// - Parameters:
  ///   - connection: The damaged database.
  ///   - time: The time in whole seconds since 1970, beyond which no number lies.
  init(of connection: SQLiteConnection, at time: Int) {
    // A file that was cut off is else refused as a whole (https://sqlite.org/pragma.html#pragma_writable_schema).
    try? connection.run("PRAGMA writable_schema = ON")
    let known = (try? HistorySchema.lastID(of: connection)).flatMap { $0 }
    let lastKnown = known.flatMap { (1...time).contains($0) ? $0 : nil }
    var found: [Int: Row] = [:]
    func read(_ end: String, _ values: [SQLiteStatement.Value]) {
      // What was read before the fault counts.
      try? connection.run("SELECT id, claim, result FROM entry \(end)", values) { row in
        let id = row.integer(0)
        let claim = row.text(1)
        found[id] = Row(id: id, claim: claim.isEmpty ? nil : claim, result: row.text(2))
      }
    }
    // A fault ends a search; what lies beyond it is found from the other end, or by its number.
    for order in ["DESC", "ASC"] { read("ORDER BY id \(order) LIMIT ?", [.integer(HistoryStore.capacity)]) }
    if let last = lastKnown {
      for id in max(1, last - HistoryStore.capacity + 1)...last where found[id] == nil {
        read("WHERE id = ?", [.integer(id)])
      }
    }
    let decoder = JSONDecoder()
    let sound = found.values.filter { row in
      (1...(lastKnown ?? time)).contains(row.id)
        && (try? decoder.decode(TranslationResult.self, from: Data(row.result.utf8))) != nil
    }
    rows = sound.sorted { $0.id < $1.id }.suffix(HistoryStore.capacity)
    lastID = lastKnown ?? time
  }
}
