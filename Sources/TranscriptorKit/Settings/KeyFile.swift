import Glibc

/// The file that holds the user's key.
public struct KeyFile: Sendable {
  private let folder: ConfigFolder

  /// The file in the user's own folder.
  public init(in folder: ConfigFolder) { self.folder = folder }

  /// The file's absolute path.
  public var path: String { folder.keyPath }

  /// Keeps a key, for this user alone, in place of an older one.
  public func store(_ key: APIKey) throws(SystemError) {
    try Directory(makingPath: folder.path).replace(
      ConfigFolder.keyName, with: Array((key.secret + "\n").utf8))
  }

  /// Removes the key; whether there was one.
  public func remove() throws(SystemError) -> Bool {
    do {
      let folder = try Directory(path: folder.path)
      try folder.remove(ConfigFolder.keyName)
      try folder.sync()
      return true
    } catch  where error.code == ENOENT || error.code == ENOTDIR {
      return false
    }
  }
}
