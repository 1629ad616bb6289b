/// A folder to read that is the group's own inbox, or lies in it: its texts are taken, not only read.
public struct OwnInbox: Error, Equatable, Sendable {
  /// The folder of texts, without links.
  public let folder: String
}
