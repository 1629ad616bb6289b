/// How far the work on a claimed text is, written as the ending of its folder's name.
///
/// The folder's rename from `claimed` to `answered` or `refused` is the instant at which the outcome is kept: before
/// it, a crash gives the text back to the inbox; after it, whoever finds the folder only carries the outcome out.
package enum ClaimState: String, CaseIterable, Sendable {
  /// Nothing is known yet; the text goes back to the inbox if its process dies.
  case claimed
  /// Both result files lie beside the folder, complete and on disk.
  case answered
  /// The error file lies beside the folder, complete and on disk.
  case refused

  /// The name of a claim's folder in this state: `17.claimed`.
  package func folderName(number: Int) -> FileName { FileName("\(number).\(rawValue)") }

  /// Reads a folder's name; nil where it is not a claim's.
  package static func reading(_ name: FileName) -> (number: Int, state: ClaimState)? {
    let (stem, ending) = name.stemAndExtension
    guard let ending, let state = ClaimState(rawValue: String(decoding: ending, as: UTF8.self)) else {
      return nil
    }
    guard let number = Int(String(decoding: stem, as: UTF8.self)) else { return nil }
    return (number, state)
  }
}
