/// A folder to read and an outbox of which one lies inside the other: results would be taken for texts.
public struct OverlappingFolders: Error, Equatable, Sendable {
  /// The folder of texts, without links.
  public let folder: String
  /// The outbox, without links.
  public let outbox: String
}
