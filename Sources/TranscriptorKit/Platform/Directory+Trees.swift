import Glibc

/// Moves and removals that take more than one call.
extension Directory {
  /// Moves a file as `rename` does, also to another file system.
  ///
  /// There the copy is written aside under a hidden name, synced and renamed before the original goes. Where a
  /// crash came between those two, the copy is found under the new name with the same bytes, and only the original
  /// still has to go.
  /// - Throws: `SystemError`, EEXIST where the name is taken by something else.
  package func relocate(_ name: FileName, to folder: Directory, as newName: FileName) throws(SystemError) {
    do {
      try rename(name, to: folder, as: newName)
    } catch  where error.code == EXDEV {
      if try folder.status(of: newName) != nil {
        guard try holdsSame(name, as: newName, in: folder) else {
          throw folder.failure("move", newName, code: EEXIST)
        }
      } else {
        guard let source = try status(of: name) else { throw failure("move", name, code: ENOENT) }
        // Named for the file that is copied, so that whoever finishes the move of a dead process finds its rest.
        let aside = FileName(".transcriptor-\(source.device)-\(source.inode).part")
        if try folder.status(of: aside) != nil { try folder.remove(aside) }
        do throws(SystemError) {
          try copy(name, to: folder, as: aside)
          try folder.rename(aside, to: folder, as: newName)
        } catch {
          try? folder.remove(aside)
          throw error
        }
        try folder.sync()
      }
      try remove(name)
    }
  }

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

extension Directory {
  /// Moves a file under the first name of a series that is free.
  ///
  /// - Returns: The name that it got.
  @discardableResult
  package func relocate(
    _ name: FileName, to folder: Directory, asFirstFreeOf series: NumberedName
  ) throws(SystemError) -> FileName {
    var number = 1
    while true {
      do {
        try relocate(name, to: folder, as: series.name(number))
        return series.name(number)
      } catch  where error.code == EEXIST {
        number += 1
      }
    }
  }
}

extension Directory {
  /// Writes a file for this user alone, which takes the place of an older one in a single step.
  func replace(_ name: FileName, with bytes: [UInt8]) throws(SystemError) {
    let aside = FileName(".\(name.text).\(getpid())-\(UInt32.random(in: 0...UInt32.max))")
    try write(bytes, to: aside, mode: 0o600)
    do throws(SystemError) {
      try move(aside, to: name)
    } catch {
      try? remove(aside)
      throw error
    }
    try sync()
  }
}
