/// The order in which settled texts get their turn.
enum TurnOrder {
  /// Gives every fourth turn to the text that changed last and all others to those that wait longest, so that a long
  /// backlog does not keep a new text from its turn.
  /// - Parameter entries: The oldest first.
  static func ordered(_ entries: [InboxEntry]) -> [InboxEntry] {
    var ordered: [InboxEntry] = []
    ordered.reserveCapacity(entries.count)
    var (oldest, newest) = (entries.startIndex, entries.endIndex)
    while oldest < newest {
      if ordered.count % 4 == 3 {
        newest -= 1
        ordered.append(entries[newest])
      } else {
        ordered.append(entries[oldest])
        oldest += 1
      }
    }
    return ordered
  }
}
