/// What a look at a folder of texts goes by.
package struct ScanTerms: Sendable {
  /// Names that the user wants left alone, beside those that the program knows.
  package var heldNames: [NamePattern] = []
  /// At most so many files are kept of those that may be taken; the others are only counted.
  package var limit = Int.max
  /// Files that are known already: whether each may be taken now.
  package var known: [RelativePath: Bool] = [:]
  /// Folders that results go to; mounted into the inbox, they would feed the program with its own results.
  package var results: Set<FileNode> = []
  /// Is told each folder that is looked into.
  package var visit: (@Sendable (Directory) -> Void)?

  package init(heldNames: [NamePattern] = [], limit: Int = .max, results: Set<FileNode> = []) {
    self.heldNames = heldNames
    self.limit = limit
    self.results = results
  }
}
