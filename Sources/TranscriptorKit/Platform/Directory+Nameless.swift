import Glibc

/// Files that get their name only once they are complete, so that a process that dies leaves nothing of them.
extension Directory {
  /// Makes a file without a name in this folder (open(2), O_TMPFILE).
  ///
  /// - Returns: Nil where the file system has no such files, or `/proc` is missing, through which they are named.
  package func createNameless(mode: UInt32 = 0o666) throws(SystemError) -> WrittenFile? {
    let aside = FileName("(no name)")
    guard access("/proc/self/fd", X_OK) == 0 else { return nil }
    try step(.create, aside)
    let file = openat(descriptor, ".", Self.nameless | O_DIRECTORY | O_WRONLY | O_CLOEXEC, mode)
    guard file < 0 else { return WrittenFile(descriptor: file, name: aside, folder: self) }
    // A file system without them says so; a kernel before 3.11 takes the call for one that opens the folder.
    if [EOPNOTSUPP, EISDIR, EINVAL, ENOENT].contains(errno) { return nil }
    throw failure("make a file in", aside)
  }

  /// What O_TMPFILE adds to O_DIRECTORY; Glibc's module hides it, and it is the same for all that Swift runs on.
  private static let nameless: Int32 = 0o20000000

  /// Gives a file without a name the first of a series that is free (linkat(2)).
  ///
  /// - Returns: The name that it got.
  package func name(_ file: WrittenFile, asFirstFreeOf series: NumberedName) throws(SystemError) -> FileName {
    var number = 1
    while true {
      let name = series.name(number)
      try step(.rename, name)
      let answer = name.withCString { name in
        linkat(AT_FDCWD, file.procPath, descriptor, name, AT_SYMLINK_FOLLOW)
      }
      if answer == 0 { return name }
      guard errno == EEXIST else { throw failure("make", name) }
      number += 1
    }
  }
}
