/// What tells a file from every other that exists at the same time (stat(2): st_dev, st_ino).
///
/// The same folder has the same one wherever it is mounted.
package struct FileNode: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64
}

extension FileStatus {
  package var node: FileNode { FileNode(device: device, inode: inode) }
}
