/// A text that this process, and no other, works on.
///
/// The original lies in the claim's folder under its path below the inbox, so the place itself says where it came
/// from, and the folder's name says how far the work is.
package struct Claim: Sendable {
  /// Tells this claim from every other of any process; history uses it to record each text once.
  package let token: String
  /// The folder's number in the process's working area.
  package let number: Int
  /// Where the text lay below the inbox, or lies below a folder that is only read.
  package let path: RelativePath
  /// The folder of the process that made the claim, which holds the claim's.
  package let run: Directory
  /// The claim's folder; it stays open while the folder is renamed.
  package let folder: Directory
  /// What tells the text's file from every other (`FileStatus.identity`).
  package let identity: String
  /// Whether the original lies in the claim, rather than in a folder that is only read.
  package let holdsOriginal: Bool

  /// The token of a claim: what names the process, and the claim's number.
  ///
  /// Who sees the process's lock is left out, as that changes where another machine takes the claim over.
  static func token(run: FileName, number: Int) -> String {
    "\(run.text.split(separator: "-").prefix(3).joined(separator: "-"))/\(number)"
  }

  /// Holds the original under its path.
  static let originalName = FileName("original")

  /// Whether the original is in the claim now, rather than on its way out or gone.
  func hasOriginal() throws(SystemError) -> Bool {
    let folder = try folder.directoryIfThere([Self.originalName] + path.folders)
    return try folder?.status(of: path.name) != nil
  }

  /// The folder that holds the original.
  func originalFolder() throws(SystemError) -> Directory {
    try folder.directory([Self.originalName] + path.folders)
  }
}
