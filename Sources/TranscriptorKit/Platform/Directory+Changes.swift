import CLinux
import Glibc

/// The calls that change the disk. Each is one step that either happened or did not.
extension Directory {
  /// Makes a folder.
  package func makeDirectory(_ name: FileName, mode: UInt32) throws(SystemError) {
    try step(.makeDirectory, name)
    guard name.withCString({ mkdirat(descriptor, $0, mode) }) == 0 else { throw failure("make", name) }
  }

  /// Removes an empty folder.
  package func removeDirectory(_ name: FileName) throws(SystemError) {
    try step(.removeDirectory, name)
    guard name.withCString({ unlinkat(descriptor, $0, AT_REMOVEDIR) }) == 0 else {
      throw failure("remove", name)
    }
  }

  /// Removes a file; a link is removed itself.
  package func remove(_ name: FileName) throws(SystemError) {
    try step(.remove, name)
    guard name.withCString({ unlinkat(descriptor, $0, 0) }) == 0 else { throw failure("remove", name) }
  }

  /// Moves an entry in one atomic step that never replaces anything (renameat2(2), RENAME_NOREPLACE).
  ///
  /// A file system without that is served by a hard link and the removal of the old name (link(2)); where a crash came
  /// between those two, the same file has both names, and only the old one still has to go.
  /// - Throws: `SystemError` with EEXIST where the new name is taken, EXDEV across file systems.
  package func rename(_ name: FileName, to folder: Directory, as newName: FileName) throws(SystemError) {
    do throws(SystemError) {
      try step(.rename, name, to: folder, as: newName)
      let answer = name.withCString { old in
        newName.withCString { clinux_rename_noreplace(descriptor, old, folder.descriptor, $0) }
      }
      guard answer == 0 else { throw failure("move", name) }
    } catch {
      guard error.code == EINVAL || error.code == ENOSYS else { throw error }
      try link(name, to: folder, as: newName)
      try remove(name)
    }
  }

  /// Moves an entry, under its name, into a folder that is new and only this process's, in one atomic step (rename(2)).
  ///
  /// Of several processes that take the same entry one gets it and all others are told ENOENT, also on file systems on
  /// which `rename` has to make do with a link, which all of them could make.
  package func take(_ name: FileName, to folder: Directory) throws(SystemError) {
    try step(.replace, name)
    guard name.withCString({ renameat(descriptor, $0, folder.descriptor, $0) }) == 0 else {
      throw failure("move", name)
    }
  }

  private func link(_ name: FileName, to folder: Directory, as newName: FileName) throws(SystemError) {
    try step(.link, name, to: folder, as: newName)
    let answer = name.withCString { old in
      newName.withCString { linkat(descriptor, old, folder.descriptor, $0, 0) }
    }
    guard answer != 0 else { return }
    let code = errno
    if code == EEXIST, try isSameFile(name, as: newName, in: folder) { return }
    throw failure("move", name, code: code)
  }

  /// Makes sure that the names in this folder survive a loss of power (fsync(2) of the folder).
  package func sync() throws(SystemError) {
    try step(.syncDirectory)
    guard fsync(descriptor) == 0 else { throw SystemError("sync", path, code: errno) }
  }

  /// Moves a folder or a file in one atomic step, replacing a file of the new name (rename(2)).
  package func move(_ name: FileName, to newName: FileName) throws(SystemError) {
    try step(.replace, name)
    let answer = name.withCString { old in
      newName.withCString { renameat(descriptor, old, descriptor, $0) }
    }
    guard answer == 0 else { throw failure("move", name) }
  }

  /// Makes sure that everything in this folder's file system survives a loss of power (syncfs(2)).
  package func syncFileSystem() throws(SystemError) {
    try step(.syncFileSystem)
    guard clinux_syncfs(descriptor) == 0 else { throw SystemError("sync", path, code: errno) }
  }

  /// Writes a new file and makes sure that its content survives a loss of power.
  ///
  /// The name itself is safe only once the folder was synced too.
  /// - Throws: `SystemError`, EEXIST where the name is taken. What was written so far is removed.
  package func write(_ bytes: [UInt8], to name: FileName, mode: UInt32 = 0o666) throws(SystemError) {
    let file = try create(name, holding: bytes, mode: mode)
    do throws(SystemError) {
      try file.sync()
    } catch {
      try? remove(name)
      throw error
    }
  }

  /// Writes a new file whose content is safe only once the returned file was synced.
  ///
  /// Many files that are ready together are written first and synced after, which costs a disk little more than
  /// one.
  /// - Throws: `SystemError`, EEXIST where the name is taken. What was written so far is removed.
  package func create(
    _ name: FileName, holding bytes: [UInt8], mode: UInt32 = 0o666
  ) throws(SystemError) -> WrittenFile {
    try step(.create, name)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = name.withCString { openat(self.descriptor, $0, flags, mode) }
    guard descriptor >= 0 else { throw failure("make", name) }
    let file = WrittenFile(descriptor: descriptor, name: name, folder: self)
    do throws(SystemError) {
      try file.write(bytes)
    } catch {
      try? remove(name)
      throw error
    }
    return file
  }
}
