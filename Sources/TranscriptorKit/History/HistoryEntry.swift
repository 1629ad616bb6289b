/// One finished translation in the history.
public struct HistoryEntry: Equatable, Sendable {
  /// The entry's number, which is never used again.
  public let id: Int
  /// What was translated, and into what.
  public let result: TranslationResult

  /// The entry as JSON: its `id`, then the members of the result.
  public var json: JSONValue {
    guard case .object(let members) = result.json else { return ["id": .integer(id)] }
    return .object([.init("id", .integer(id))] + members)
  }
}
