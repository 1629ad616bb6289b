import FoundationEssentials
import Glibc

/// Puts texts that failed back into the inbox.
package struct Retry: Sendable {
  private let folders: GroupFolders

  /// Works in an app group.
  ///
  /// - Throws: `SystemError`, or `TranslationTrouble` of kind set-up.
  package init(_ group: AppGroup, hook: DiskHook? = nil) throws {
    folders = try GroupFolders(group, mayMake: false, hook: hook)
  }

  /// The path whose folders a text came from: its folder in `failed/` may have had to be numbered, and the inbox's
  /// folder says which language was asked for.
  private func origin(of path: RelativePath, _ error: FileName, in folder: Directory) -> RelativePath {
    guard let bytes = try? folder.read(error, limit: 1 << 20).bytes,
      let failure = try? JSONDecoder().decode(TranslationFailure.self, from: Data(bytes)),
      let origin = RelativePath(parsing: failure.clientIdentifier),
      path.isUTF8, origin.components.count == path.components.count
    else { return path }
    return origin
  }

  /// Puts one text back under its path, numbered where that is taken, and removes its error.
  ///
  /// The text moves before its error goes, so a crash between the two leaves an error without a text, which
  /// `retryAll` sweeps up. Where the original stayed in a folder that is only read, its error goes, and the next run
  /// over that folder tries it again.
  /// - Parameter path: Where the original lies below `failed/`.
  /// - Returns: Whether there was such a text.
  private func retry(_ path: RelativePath) throws(SystemError) -> Bool {
    guard let failed = try folders.failed.directoryIfThere(path.folders) else { return false }
    let name = path.name
    let error = ResultNames.error(of: name)
    let hasError = try failed.status(of: error) != nil
    let hasOriginal = try failed.status(of: path.name)?.kind == .regular
    guard hasOriginal || hasError else { return false }
    if hasOriginal {
      try folders.inbox.withSpelling(of: origin(of: path, error, in: failed).replacingName(with: path.name)) {
        path throws(SystemError) in
        let inbox = try folders.inbox.folder(of: path, making: 0o755)
        try failed.relocate(name, to: inbox, asFirstFreeOf: NumberedName(path.name))
        try inbox.sync()
      }
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
    try retry(named: [name]).isEmpty
  }

  /// Puts several texts back.
  ///
  /// - Parameter names: Where each lies, as for one.
  /// - Returns: The names of which there was no such text.
  package func retry(named names: [String]) throws(SystemError) -> [String] {
    let contents = try contents()
    var unknown: [String] = []
    for name in names where try !retry(named: name, among: contents) { unknown.append(name) }
    return unknown
  }

  private func retry(
    named name: String, among contents: (originals: [RelativePath], lone: [RelativePath])
  ) throws(SystemError) -> Bool {
    let (originals, lone) = contents
    if let path = RelativePath(parsing: name), originals.contains(path) || lone.contains(Self.error(of: path))
    {
      return try retry(path)
    }
    guard let path = originals.first(where: { $0.text == name }) else { return false }
    return try retry(path)
  }

  /// Puts all texts back.
  ///
  /// - Returns: How many there were.
  package func retryAll() throws(SystemError) -> Int {
    let (originals, lone) = try contents()
    var count = 0
    for path in originals where try retry(path) { count += 1 }
    for path in lone {
      guard let folder = try folders.failed.directoryIfThere(path.folders) else { continue }
      guard try folder.status(of: path.name) != nil else { continue }
      try folder.remove(path.name)
      count += 1
    }
    return count
  }

  /// Has this machine take up what processes on other machines or mounts left in hand, on the user's word that none of
  /// them works any more; the next look at the inbox does it.
  ///
  /// - Returns: How many texts there were.
  package func takeOver() throws(SystemError) -> Int { try WorkElsewhere(in: folders.work).takeOver() }

  /// What lies below `failed/`: the originals, and the errors that stand without one.
  ///
  /// An original may be called like an error; then it has an error of its own beside it.
  private func contents() throws(SystemError) -> (originals: [RelativePath], lone: [RelativePath]) {
    let files = Set(try files())
    let originals = files.filter { path in
      !path.name.text.hasSuffix(ResultNames.errorEnding) || files.contains(Self.error(of: path))
    }
    return (originals.sorted(), files.subtracting(originals).subtracting(originals.map(Self.error)).sorted())
  }

  private static func error(of path: RelativePath) -> RelativePath {
    path.replacingName(with: ResultNames.error(of: path.name))
  }

  private func files() throws(SystemError) -> [RelativePath] {
    var found: [RelativePath] = []
    var waiting: [(folder: Directory, names: [FileName])] = [(folders.failed, [])]
    while let (folder, names) = waiting.popLast() {
      for name in try folder.entries() {
        guard let status = try folder.status(of: name), let path = RelativePath(names + [name]) else {
          continue
        }
        if status.kind == .directory {
          waiting.append((try folder.directory(name), path.components))
        } else if status.kind == .regular {
          found.append(path)
        }
      }
    }
    return found
  }
}
