/// Says, on the disk, which file of another file system is the copy of one that is being moved there.
///
/// It is safe before the copy gets its name. A crash between that and the removal of the original leaves two files, and
/// the mark tells the copy from a file of somebody else that merely holds the same.
struct MoveMark: Equatable, Sendable {
  /// The name that the copy gets.
  let name: FileName
  /// Devices get other numbers when a machine starts again, so that one is not kept.
  private let inode: UInt64

  /// Describes a copy that lies aside.
  init(copy: FileStatus, name: FileName) {
    self.init(inode: copy.inode, name: name)
  }

  /// Whether it is the mark of this file.
  func isOf(_ file: FileStatus) -> Bool { file.inode == inode }

  /// Writes the mark and makes sure that it survives a loss of power, in place of one of an earlier try.
  func keep(for source: FileStatus, in folder: Directory) throws(SystemError) {
    let mark = Self.fileName(for: source)
    if try folder.status(of: mark) != nil { try folder.remove(mark) }
    try folder.write(Array("\(inode) ".utf8) + name.bytes, to: mark, mode: 0o600)
    try folder.sync()
  }

  /// The mark of a file that is being moved; nil where there is none, or where it was not written to its end.
  static func find(for source: FileStatus, in folder: Directory) throws(SystemError) -> MoveMark? {
    let mark = fileName(for: source)
    guard try folder.status(of: mark) != nil else { return nil }
    let bytes = try folder.read(mark, limit: 1 << 10).bytes
    let parts = bytes.split(separator: 0x20, maxSplits: 1)
    guard parts.count == 2, let inode = UInt64(String(decoding: parts[0], as: UTF8.self)),
      let name = FileName(bytes: Array(parts[1]))
    else { return nil }
    return MoveMark(inode: inode, name: name)
  }

  private init(inode: UInt64, name: FileName) {
    self.inode = inode
    self.name = name
  }

  private static func fileName(for source: FileStatus) -> FileName {
    FileName("\(source.inode).moved")
  }
}
