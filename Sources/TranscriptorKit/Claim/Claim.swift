import Glibc

/// A text that this process, and no other, works on.
///
/// Its folder in the working area mirrors the group: the original lies in `original/` under its path below the
/// inbox, so the place itself says where it came from, and what is to be published is made ready in `outbox/` or
/// `failed/` under the folders that it will have there.
package struct Claim: Sendable {
  /// Tells this claim from every other of any process; history uses it to record each text once.
  package let token: String
  /// The folder's number in the process's working area.
  package let number: Int
  /// Where the text lay below the inbox, or lies below a folder that is only read.
  package let path: RelativePath
  /// The claim's folder; it stays open while the folder is renamed.
  package let folder: Directory
  /// Whether the original lies in the claim, rather than in a folder that is only read.
  package let holdsOriginal: Bool

  /// The token of a claim: the process's folder and the claim's number.
  static func token(run: FileName, number: Int) -> String { "\(run.text)/\(number)" }

  /// Holds the original under its path.
  static let originalName = FileName("original")
  /// Stands in for `original` where the original is only read: the same path with an empty file at its end.
  static let pathName = FileName("path")
  /// Holds the absolute path of an outbox that is not the group's.
  static let outboxPathName = FileName("outbox-path")

  /// The folder that holds the original.
  func originalFolder() throws(SystemError) -> Directory {
    try folder.directory([Self.originalName] + path.folders)
  }

  /// The absolute path of an outbox that is not the group's; nil for the group's.
  func outboxPath() throws(SystemError) -> String? {
    do {
      return String(decoding: try folder.read(Self.outboxPathName, limit: 1 << 16).bytes, as: UTF8.self)
    } catch  where error.code == ENOENT {
      return nil
    }
  }
}
