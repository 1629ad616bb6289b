/// What came of taking a file.
enum TakenText: Sendable {
  /// It is in hand.
  case claimed(ClaimedText)
  /// It is gone or has changed since the look; the next look judges it anew.
  case changed
  /// There is nothing to do: its result is there already, or it failed before and nothing has changed since.
  case upToDate
}
