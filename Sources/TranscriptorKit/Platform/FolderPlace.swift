import Glibc

/// Where a folder lies, told by what its path leads through rather than by the path's letters: links and bind mounts
/// (mount(8)) give one folder many paths.
struct FolderPlace: Equatable, Sendable {
  /// The path without links and dots; what of it does not exist stands as it was written.
  let path: String
  /// The folders that the path leads through, the outermost first, and the folder itself where it exists.
  private let nodes: [FileNode]
  /// The folder itself; nil where it does not exist.
  private let node: FileNode?

  /// Follows a path, of which the last components need not exist.
  init(_ path: String) throws(SystemError) {
    self.path = try Self.realPath(path)
    var nodes: [FileNode] = []
    node = Self.node(of: self.path)
    var end = self.path.endIndex
    while true {
      let prefix = self.path[..<end]
      if let node = Self.node(of: prefix.isEmpty ? "/" : String(prefix)) { nodes.append(node) }
      guard let slash = prefix.lastIndex(of: "/") else { break }
      end = slash
    }
    self.nodes = nodes
  }

  /// Whether this folder is the other one, or lies in it, however deep.
  func isInside(_ other: FolderPlace) -> Bool { other.node.map(nodes.contains) ?? false }

  private static func node(of path: String) -> FileNode? {
    var raw = stat()
    return stat(path, &raw) == 0 ? FileStatus(raw).node : nil
  }

  private static func realPath(_ path: String) throws(SystemError) -> String {
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    guard errno == ENOENT else { throw SystemError("open", path, code: errno) }
    guard let slash = path.lastIndex(of: "/") else { return try realPath(".") + "/" + path }
    guard slash > path.startIndex else { return path }
    return try realPath(String(path[..<slash])) + path[slash...]
  }
}
