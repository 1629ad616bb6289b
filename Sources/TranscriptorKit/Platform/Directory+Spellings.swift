import Glibc

/// Names that the file system of a folder refuses, as many do that are not Linux's own.
extension Directory {
  /// The longest name that this file system says it takes, in bytes (fpathconf(3)); never more than Linux's usual 255.
  var longestName: Int {
    let limit = fpathconf(descriptor, Int32(_PC_NAME_MAX))
    return limit > 0 ? min(limit, NumberedName.limit) : NumberedName.limit
  }

  /// Works with the first spelling of a path whose names this file system takes.
  ///
  /// - Throws: What the body does: of a name that is refused in every spelling, the error of the path itself.
  func withSpelling<Answer>(
    of path: RelativePath, _ body: (RelativePath) throws(SystemError) -> Answer
  ) throws(SystemError) -> Answer {
    do throws(SystemError) {
      return try body(path)
    } catch {
      guard error.mayRefuseName else { throw error }
      for spelling in path.spellings(within: longestName).dropFirst() {
        do throws(SystemError) {
          return try body(spelling)
        } catch {
          guard error.mayRefuseName else { throw error }
        }
      }
      throw error
    }
  }

  /// The folders here that a text's files may lie in, each with the text's path as it is spelled there.
  func foldersThere(of path: RelativePath) throws(SystemError) -> [(folder: Directory, path: RelativePath)] {
    var found: [(folder: Directory, path: RelativePath)] = []
    for spelling in path.spellings(within: longestName) {
      do throws(SystemError) {
        if let folder = try folderIfThere(of: spelling) { found.append((folder, spelling)) }
      } catch {
        // What is refused is not there.
        guard error.mayRefuseName else { throw error }
      }
    }
    return found
  }

  /// Makes sure that a name is not longer than this file system says it takes.
  func requireRoom(for name: FileName) throws(SystemError) {
    if name.bytes.count > longestName { throw failure("make", name, code: ENAMETOOLONG) }
  }
}

extension SystemError {
  /// Whether a file system says so of a name that it can't store.
  ///
  /// EINVAL (vfat, NTFS) and ENAMETOOLONG are plain. EILSEQ is said of bytes that are not UTF-8, and ENOENT by servers of
  /// SMB, and by exFAT behind FUSE. Where a rename that was refused is tried as a link, and there are none, it is EPERM.
  var mayRefuseName: Bool { [EINVAL, ENAMETOOLONG, EILSEQ, ENOENT, EPERM, EOPNOTSUPP].contains(code) }
}
