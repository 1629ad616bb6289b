import Glibc

/// One look at a folder of texts and its sub-folders: what may be taken, and what is held and why.
package struct InboxScan: Sendable {
  /// How many sub-folders deep texts are looked for.
  package static let depth = 16

  /// Files that may be taken once they are settled; the oldest change first, then by name.
  package private(set) var entries: [InboxEntry] = []
  /// Entries that are not taken.
  package private(set) var held: [(path: RelativePath, reason: HoldReason)] = []

  /// Looks at everything below a folder, following no link and entering no hidden folder.
  ///
  /// - Parameters:
  ///   - folder: The folder of texts.
  ///   - work: The folder that texts are claimed into; nil where they are only read. What lies on another file system
  ///     can't be claimed in one step, and is held.
  /// - Throws: `SystemError` where the folder itself can't be read; what is wrong below it is held with that reason.
  package init(of folder: Directory, claimedInto work: Directory? = nil) throws(SystemError) {
    device = try work?.status().device
    try look(into: folder, below: [])
    entries.sort { ($0.status.changed, $0.path) < ($1.status.changed, $1.path) }
  }

  /// The device of the file system that texts must lie on; nil for any.
  private let device: UInt64?

  private mutating func look(into folder: Directory, below folders: [FileName]) throws(SystemError) {
    // Of the folder, not of each file: overlay file systems give files the devices of their layers.
    let here = try folder.status().device
    let isElsewhere = device != nil && device != here
    for name in try folder.entries() {
      guard let path = RelativePath(folders + [name]) else { continue }
      do {
        guard let status = try folder.status(of: name) else { continue }
        if status.kind == .directory {
          try look(atFolder: name, in: folder, path: path)
        } else if let reason = Self.reason(toHold: name, status) {
          held.append((path, reason))
        } else if isElsewhere {
          held.append((path, .otherFileSystem))
        } else {
          entries.append(InboxEntry(path: path, status: status))
        }
      } catch {
        // It may have vanished between two calls, or be out of reach for now.
        if error.code != ENOENT { held.append((path, .unreachable(error.reason))) }
      }
    }
  }

  private mutating func look(
    atFolder name: FileName, in folder: Directory, path: RelativePath
  ) throws(SystemError) {
    if name.isHidden { return held.append((path, .name("a hidden folder (.*)"))) }
    guard path.components.count <= Self.depth else { return held.append((path, .tooDeep)) }
    try look(into: try folder.directory(name), below: path.components)
  }

  /// Why a file is not taken, as far as its name and kind tell; nil where it may be.
  static func reason(toHold name: FileName, _ status: FileStatus) -> HoldReason? {
    guard status.kind == .regular else { return .kind(status.kind.rawValue) }
    if let rule = NameRule.holding(name) { return .name(rule.description) }
    if let ending = name.stemAndExtension.extension {
      let text = String(decoding: ending, as: UTF8.self).lowercased()
      if text == "json" || text == "jsonl" { return .requestFile }
    }
    return nil
  }
}
