import Glibc

/// One look at a folder of texts and its sub-folders: what may be taken, and what is held and why.
package struct InboxScan: Sendable {
  /// How many sub-folders deep texts are looked for.
  package static let depth = 16

  /// Files that may be taken once they are settled; the oldest change first, then by name.
  ///
  /// Of more than the limit those that changed first and those that changed last are kept, so that neither a long
  /// backlog nor what arrives meanwhile is out of sight.
  package private(set) var entries: [InboxEntry] = []
  /// How many files may be taken, whether they are kept or not.
  package private(set) var count = 0
  /// Entries that are not taken.
  package private(set) var held: [(path: RelativePath, reason: HoldReason)] = []
  /// Those of the known files that are there.
  package private(set) var present: Set<RelativePath> = []

  private let terms: ScanTerms
  /// The device of the file system that texts must lie on; nil for any.
  private let device: UInt64?

  /// Looks at everything below a folder, following no link and entering no hidden folder.
  ///
  /// - Parameters:
  ///   - folder: The folder of texts.
  ///   - work: The folder that texts are claimed into; nil where they are only read. What lies on another file system
  ///     can't be claimed in one step, and is held.
  /// - Throws: `SystemError` where the folder itself can't be read, ECANCELED where the task was cancelled meanwhile;
  ///   what is wrong below it is held with that reason.
  package init(
    of folder: Directory, claimedInto work: Directory? = nil, _ terms: ScanTerms = ScanTerms()
  ) throws(SystemError) {
    self.terms = terms
    device = try work?.status().device
    try look(into: folder, below: [])
    entries.sort(by: Self.isEarlier)
    trim()
  }

  private static func isEarlier(_ left: InboxEntry, _ right: InboxEntry) -> Bool {
    if left.status.changed != right.status.changed { return left.status.changed < right.status.changed }
    return left.path < right.path
  }

  private mutating func look(into folder: Directory, below folders: [FileName]) throws(SystemError) {
    // Of the folder, not of each file: overlay file systems give files the devices of their layers.
    let here = try folder.status()
    let isElsewhere = device != nil && device != here.device
    if terms.results.contains(here.node), let path = RelativePath(folders) {
      return held.append((path, .results))
    }
    terms.visit?(folder)
    for (index, name) in try folder.entries().enumerated() {
      if index.isMultiple(of: 1024), Task.isCancelled {
        throw SystemError("read", folder.path, code: ECANCELED)
      }
      guard let path = RelativePath(folders + [name]) else { continue }
      do {
        guard let status = try folder.status(of: name) else { continue }
        if status.kind == .directory {
          try look(atFolder: name, in: folder, path: path)
        } else if let reason = Self.reason(toHold: name, status, terms.heldNames) {
          held.append((path, reason))
        } else if isElsewhere {
          held.append((path, .otherFileSystem))
        } else {
          found(InboxEntry(path: path, status: status))
        }
      } catch {
        if error.code == ECANCELED { throw error }
        // It may have vanished between two calls, or be out of reach for now.
        if error.code != ENOENT { held.append((path, .unreachable(error.reason))) }
      }
    }
  }

  private mutating func look(
    atFolder name: FileName, in folder: Directory, path: RelativePath
  ) throws(SystemError) {
    if let reason = Self.reason(toHoldFolder: name, depth: path.components.count, terms.heldNames) {
      return held.append((path, reason))
    }
    try look(into: try folder.directory(name), below: path.components)
  }

  private mutating func found(_ entry: InboxEntry) {
    if let mayBeTaken = terms.known[entry.path] {
      present.insert(entry.path)
      guard mayBeTaken else { return }
    }
    count += 1
    entries.append(entry)
    guard entries.count / 2 >= terms.limit else { return }
    entries.sort(by: Self.isEarlier)
    trim()
  }

  /// Leaves the first three quarters and the last quarter of what the limit allows.
  private mutating func trim() {
    guard entries.count > terms.limit else { return }
    let last = terms.limit / 4
    entries.removeSubrange((terms.limit - last)..<(entries.count - last))
  }

  /// Why a file is not taken, as far as its name and kind tell; nil where it may be.
  static func reason(
    toHold name: FileName, _ status: FileStatus, _ heldNames: [NamePattern] = []
  ) -> HoldReason? {
    guard status.kind == .regular else { return .kind(status.kind.rawValue) }
    return reason(toHold: name, heldNames)
  }

  /// Why a name is not taken, whatever kind of file has it; nil where it may be.
  static func reason(toHold name: FileName, _ heldNames: [NamePattern]) -> HoldReason? {
    if let rule = NameRule.holding(name, patterns: heldNames) { return .name(rule.description) }
    if let ending = name.stemAndExtension.extension {
      let text = String(decoding: ending, as: UTF8.self).lowercased()
      if text == "json" || text == "jsonl" { return .requestFile }
    }
    return nil
  }

  /// Why a folder is not looked into; nil where it is.
  /// - Parameter depth: How many names its path has.
  static func reason(toHoldFolder name: FileName, depth: Int, _ heldNames: [NamePattern]) -> HoldReason? {
    if let rule = NameRule.holding(folder: name, patterns: heldNames) { return .name(rule.description) }
    return depth > Self.depth ? .tooDeep : nil
  }
}
