import FoundationEssentials
import Glibc

/// Puts texts that failed back into the inbox.
package struct Retry: Sendable {
  private let folders: GroupFolders

  /// Works in an app group.
  ///
  /// - Throws: `SystemError`, or `TranslationTrouble` of kind set-up.
  package init(_ group: AppGroup) throws { folders = try GroupFolders(group, mayMake: false) }

  /// Puts one text back under its path, numbered where that is taken, and removes its error.
  ///
  /// The text moves before its error goes, so a crash between the two leaves an error without a text, which
  /// `retryAll` sweeps up. Where the original stayed in a folder that is only read, its error goes, and the next run
  /// over that folder tries it again.
  /// - Parameter path: Where the original lies below `failed/`.
  /// - Returns: Whether there was such a text.
  package func retry(_ path: RelativePath) throws(SystemError) -> Bool {
    guard let failed = try folders.failed.directoryIfThere(path.folders) else { return false }
    let error = ResultNames.error(of: path.name)
    let hasError = try failed.status(of: error) != nil
    let hasOriginal = try failed.status(of: path.name)?.kind == .regular
    guard hasOriginal || hasError else { return false }
    if hasOriginal {
      let inbox = try folders.inbox.directory(path.folders, making: 0o755)
      try failed.relocate(path.name, to: inbox, asFirstFreeOf: NumberedName(path.name))
      try inbox.sync()
    }
    if hasError { try failed.remove(error) }
    try failed.sync()
    return true
  }

  /// Puts one text back.
  ///
  /// - Parameter name: Where the original lies below `failed/`, as text: bytes that are not UTF-8 as `%XX`.
  /// - Returns: Whether there was such a text.
  package func retry(named name: String) throws(SystemError) -> Bool {
    if let path = RelativePath(parsing: name), try retry(path) { return true }
    guard let path = try originals().first(where: { $0.text == name }) else { return false }
    return try retry(path)
  }

  /// Puts all texts back.
  ///
  /// - Returns: How many there were.
  package func retryAll() throws(SystemError) -> Int {
    var count = 0
    for path in try originals() where try retry(path) { count += 1 }
    for (folder, error) in try errors() {
      try folder.remove(error)
      count += 1
    }
    return count
  }

  /// Every file below `failed/` that is not an error of ours.
  private func originals() throws(SystemError) -> [RelativePath] {
    try files().map(\.path).filter { !Self.isError($0.name) }
  }

  /// Every error below `failed/`.
  private func errors() throws(SystemError) -> [(folder: Directory, name: FileName)] {
    try files().filter { Self.isError($0.path.name) }.map { ($0.folder, $0.path.name) }
  }

  /// Whether a name is that of an error; an original that is called so has an error of its own beside it.
  private static func isError(_ name: FileName) -> Bool {
    name.text.hasSuffix(".error.json")
  }

  private func files() throws(SystemError) -> [(folder: Directory, path: RelativePath)] {
    var found: [(Directory, RelativePath)] = []
    var waiting: [(folder: Directory, names: [FileName])] = [(folders.failed, [])]
    while let (folder, names) = waiting.popLast() {
      for name in try folder.entries() {
        guard let status = try folder.status(of: name), let path = RelativePath(names + [name]) else {
          continue
        }
        if status.kind == .directory {
          waiting.append((try folder.directory(name), path.components))
        } else if status.kind == .regular {
          found.append((folder, path))
        }
      }
    }
    return found
  }
}
