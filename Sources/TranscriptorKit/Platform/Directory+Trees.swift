import Glibc

/// Folders of folders: those that texts belong in, and removals that take more than one call.
extension Directory {
  /// Opens the folder that a text's files belong in, and makes what is missing.
  ///
  /// Where something else than a folder has the name of one, such as an earlier text's file, the folder is numbered as
  /// files are, so that no name keeps a text from its result.
  package func folder(of path: RelativePath, making mode: UInt32) throws(SystemError) -> Directory {
    var changed: [Directory] = []
    return try folder(of: path, making: mode, noting: &changed)
  }

  /// The same, noting each folder that one was made in: the new name is safe only once that folder was synced.
  package func folder(
    of path: RelativePath, making mode: UInt32, noting changed: inout [Directory]
  ) throws(SystemError) -> Directory {
    var folder = self
    for name in path.folders {
      let next = try folder.firstFolder(of: name, making: mode)
      if next.isNew { changed.append(folder) }
      folder = next.folder
    }
    return folder
  }

  /// Where a text's file belongs now, in the folder that `folder(of:making:)` would open or make.
  package func place(of path: RelativePath) throws(SystemError) -> RelativePath {
    RelativePath(try folderNames(of: path) + [path.name]) ?? path
  }

  private func folderNames(of path: RelativePath) throws(SystemError) -> [FileName] {
    var names: [FileName] = []
    var folder: Directory? = self
    for name in path.folders {
      guard let here = folder else {
        names.append(name)
        continue
      }
      let series = NumberedName(name)
      var number = 1
      while let status = try here.status(of: series.name(number)), status.kind != .directory { number += 1 }
      names.append(series.name(number))
      folder = try here.directoryIfThere([series.name(number)])
    }
    return names
  }

  /// Opens the folder at the end of a chain of names and makes what is missing, noting each folder that one was made
  /// in.
  func directory(
    _ names: some Sequence<FileName>, making mode: UInt32, noting changed: inout [Directory]
  ) throws(SystemError) -> Directory {
    var folder = self
    for name in names {
      if try folder.status(of: name) == nil { changed.append(folder) }
      folder = try folder.directory(name, making: mode)
    }
    return folder
  }

  /// Opens the folder that a text's files belong in; nil where it is missing.
  package func folderIfThere(of path: RelativePath) throws(SystemError) -> Directory? {
    var folder = self
    do throws(SystemError) {
      for name in path.folders { folder = try folder.firstFolder(of: name, making: nil).folder }
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
    return folder
  }

  /// Opens the first of a series of names that is not taken by something else than a folder.
  private func firstFolder(
    of name: FileName, making mode: UInt32?
  ) throws(SystemError) -> (folder: Directory, isNew: Bool) {
    let series = NumberedName(name)
    var number = 1
    while true {
      do throws(SystemError) {
        guard let mode else { return (try directory(series.name(number)), false) }
        let isNew = try status(of: series.name(number)) == nil
        return (try directory(series.name(number), making: mode), isNew)
      } catch {
        // A link is refused with either (open(2), O_NOFOLLOW).
        guard error.code == ENOTDIR || error.code == ELOOP else { throw error }
        number += 1
      }
    }
  }

  /// Removes an entry and everything below it, following no link.
  package func removeTree(_ name: FileName) throws(SystemError) {
    guard let status = try status(of: name) else { return }
    guard status.kind == .directory else { return try remove(name) }
    let folder = try directory(name)
    for entry in try folder.entries() { try folder.removeTree(entry) }
    try removeDirectory(name)
  }

  /// The only file in a tree of folders that hold one entry each; nil where there is none.
  func soleFile() throws(SystemError) -> RelativePath? {
    var names: [FileName] = []
    var folder = self
    while let name = try folder.entries().min() {
      names.append(name)
      guard try folder.status(of: name)?.kind == .directory else { return RelativePath(names) }
      folder = try folder.directory(name)
    }
    return nil
  }
}
