import Glibc

/// Puts texts into a group's inbox as every program should: each appears there whole and under its final name.
///
/// A text is written without a name, or under a hidden one where the file system has no such files, and gets its name
/// in one step once all of it is on the disk. The inbox may belong to another user, who opened it to this one.
package struct InboxDrop: Sendable {
  private let folder: Directory
  private let folders: [FileName]
  private let heldNames: [NamePattern]

  /// Opens the inbox, and makes it and the group where they are missing.
  /// - Parameter language: The language to translate into, whose sub-folder the texts then go to; nil leaves it to the
  ///   group's settings.
  /// - Parameter heldNames: Names that the group's settings leave alone.
  package init(group: AppGroup, language: Language?, heldNames: [NamePattern] = []) throws {
    self.heldNames = heldNames
    let inbox = try group.open().directory(GroupFolders.inboxName, making: 0o755)
    folders = language.map { [FileName($0.tag)] } ?? []
    folder = try inbox.directory(folders, making: 0o755)
  }

  /// Copies what an open file holds into the inbox.
  /// - Parameters:
  ///   - source: Is read to its end; it stays open.
  ///   - path: What the source is called in messages.
  ///   - name: The name that the text should get. It is changed where scans would leave such a name alone, and
  ///     numbered where it is taken.
  /// - Returns: Where the text lies below the inbox, which is its `clientIdentifier`; nil where the source was empty,
  ///   and nothing was put there.
  /// - Throws: `SystemError`; the inbox then is as it was.
  package func drop(
    contentsOf source: Int32, at path: String, named name: FileName
  ) throws(SystemError) -> RelativePath? {
    let wanted = RelativePath(Self.takenName(for: name, heldNames: heldNames))
    guard let file = try folder.createNameless() else {
      return try dropByRename(contentsOf: source, at: path, as: wanted)
    }
    guard try copy(from: source, at: path, to: file) else { return nil }
    try file.sync()
    return finish(
      try folder.withSpelling(of: wanted) { path throws(SystemError) in
        try folder.name(file, asFirstFreeOf: NumberedName(path.name))
      })
  }

  private func dropByRename(
    contentsOf source: Int32, at path: String, as wanted: RelativePath
  ) throws(SystemError) -> RelativePath? {
    let aside = FileName(".transcriptor-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).part")
    let file = try folder.create(aside, holding: [])
    do throws(SystemError) {
      guard try copy(from: source, at: path, to: file) else {
        try folder.remove(aside)
        return nil
      }
      try file.sync()
      return finish(
        try folder.withSpelling(of: wanted) { path throws(SystemError) in
          try folder.relocate(aside, to: folder, asFirstFreeOf: NumberedName(path.name))
        })
    } catch {
      try? folder.remove(aside)
      throw error
    }
  }

  /// The text is in the inbox; whoever tried again because of a fault from here on would put it there twice.
  private func finish(_ name: FileName) -> RelativePath? {
    try? folder.sync()
    return RelativePath(folders + [name])
  }

  /// Whether there was anything.
  private func copy(from source: Int32, at path: String, to file: WrittenFile) throws(SystemError) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var isEmpty = true
    while true {
      let count = Glibc.read(source, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemError("read", path, code: errno) }
      if count == 0 { return !isEmpty }
      isEmpty = false
      try file.write(Array(buffer[..<count]))
    }
  }

  /// The name, or one close to it that a scan takes: a text that is handed over is meant to be translated, also where
  /// its name is that of a hidden file or a backup copy.
  static func takenName(for name: FileName, heldNames: [NamePattern] = []) -> FileName {
    let bare = name.bytes.drop { $0 == UInt8(ascii: ".") }
    let candidates = [
      name.bytes, Array(bare), bare + Array(".txt".utf8), Array("text-".utf8) + bare + Array(".txt".utf8),
    ]
    return candidates.lazy.compactMap { FileName(bytes: $0) }.first {
      NameRule.holding($0, patterns: heldNames) == nil
    } ?? name
  }
}
