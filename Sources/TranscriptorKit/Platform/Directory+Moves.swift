import Glibc

/// Moves that also lead to other file systems.
extension Directory {
  /// Moves a file as `rename` does, also to another file system.
  ///
  /// There the copy is written aside under a hidden name, synced and renamed before the original goes. Where a crash
  /// came between those two, the copy is found again and only the original still has to go. That it is the copy, and
  /// not somebody's file with the same bytes, a mark says that was on the disk before the copy got its name. Without
  /// a folder for marks the bytes and the time of change decide.
  /// - Parameter marks: Holds the mark from then on; it is private to whoever moves the file, and goes with them.
  /// - Throws: `SystemError`, EEXIST where the name is taken by something else.
  package func relocate(
    _ name: FileName, to folder: Directory, as newName: FileName, marks: Directory? = nil
  ) throws(SystemError) {
    do {
      try rename(name, to: folder, as: newName)
    } catch  where error.code == EXDEV {
      if try folder.status(of: newName) == nil {
        try copyAcross(name, to: folder, as: newName, marks: marks)
      } else if try !isCopied(name, to: folder, as: newName, marks: marks) {
        throw folder.failure("move", newName, code: EEXIST)
      }
      // Also where a process that is dead made the copy: it may not have come to this.
      try folder.sync()
      try remove(name)
      // Should the mark be gone after a loss of power, the original has to be gone too.
      if marks != nil { try sync() }
    }
  }

  private func copyAcross(
    _ name: FileName, to folder: Directory, as newName: FileName, marks: Directory?
  ) throws(SystemError) {
    guard let source = try status(of: name) else { throw failure("move", name, code: ENOENT) }
    // Named for the file that is copied, so that whoever finishes the move of a dead process finds its rest.
    let aside = FileName(".transcriptor-\(source.device)-\(source.inode).part")
    if try folder.status(of: aside) != nil { try folder.remove(aside) }
    do throws(SystemError) {
      try copy(name, to: folder, as: aside)
      if let marks, let copy = try folder.status(of: aside) {
        try MoveMark(copy: copy, name: newName).keep(for: source, in: marks)
      }
      try folder.rename(aside, to: folder, as: newName)
    } catch {
      try? folder.remove(aside)
      throw error
    }
  }

  /// Whether a file that is there is the one that an earlier move of this one made, which a crash kept from its end.
  func isMoved(
    _ name: FileName, to folder: Directory, as newName: FileName, marks: Directory?
  ) throws(SystemError) -> Bool {
    if try isSameFile(name, as: newName, in: folder) { return true }
    return try isCopied(name, to: folder, as: newName, marks: marks)
  }

  private func isCopied(
    _ name: FileName, to folder: Directory, as newName: FileName, marks: Directory?
  ) throws(SystemError) -> Bool {
    // Two mounts of one disk are two file systems to a rename, and have one device.
    guard let source = try status(of: name), let there = try folder.statusIfStorable(of: newName),
      source.node != there.node
    else { return false }
    if let marks {
      guard let mark = try MoveMark.find(for: source, in: marks), mark.name == newName, mark.isOf(there)
      else {
        return false
      }
    } else if source.modified != there.modified {
      return false
    }
    return try holdsSame(name, as: newName, in: folder)
  }

  /// What an entry is; nil also where no entry can have the name here.
  private func statusIfStorable(of name: FileName) throws(SystemError) -> FileStatus? {
    do throws(SystemError) {
      return try status(of: name)
    } catch {
      guard error.mayRefuseName else { throw error }
      return nil
    }
  }

  /// Whether two names are those of one file, as between a hard link and the removal of the old name.
  func isSameFile(_ name: FileName, as newName: FileName, in folder: Directory) throws(SystemError) -> Bool {
    guard let here = try status(of: name), let there = try folder.statusIfStorable(of: newName) else {
      return false
    }
    return here.device == there.device && here.inode == there.inode
  }

  /// Moves a file under the first name of a series that is free.
  ///
  /// A move that a crash kept from its end is finished under the name that it had.
  /// - Returns: The name that it got.
  @discardableResult
  package func relocate(
    _ name: FileName, to folder: Directory, asFirstFreeOf series: NumberedName, marks: Directory? = nil
  ) throws(SystemError) -> FileName {
    if let marks, let source = try status(of: name), let mark = try MoveMark.find(for: source, in: marks),
      try isCopied(name, to: folder, as: mark.name, marks: marks)
    {
      try relocate(name, to: folder, as: mark.name, marks: marks)
      return mark.name
    }
    var number = 1
    while true {
      do {
        try relocate(name, to: folder, as: series.name(number), marks: marks)
        return series.name(number)
      } catch  where error.code == EEXIST {
        number += 1
      }
    }
  }
}
