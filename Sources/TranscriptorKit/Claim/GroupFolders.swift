import Glibc

/// The folders of an app group, opened for one pass.
package struct GroupFolders: Sendable {
  package let root: Directory
  /// Texts arrive here.
  package let inbox: Directory
  /// Results leave here.
  package let outbox: Directory
  /// Originals that can't be translated as they are, each with its error beside it.
  package let failed: Directory
  /// Originals whose result is in the outbox.
  package let done: Directory
  /// Texts in hand, a folder for each living process.
  package let work: Directory

  package static let inboxName = FileName("inbox")
  package static let outboxName = FileName("outbox")
  package static let failedName = FileName("failed")
  package static let doneName = FileName("done")
  package static let workName = FileName(".work")

  /// Opens the group and makes what is missing in it, the group itself only where `mayMake` says so.
  ///
  /// - Throws: `SystemError` where a folder can't be opened or made; `TranslationTrouble` of kind set-up where the
  ///   group belongs to somebody else or others can write to it, because then they could plant or take texts.
  package init(_ group: AppGroup, mayMake: Bool = true, hook: DiskHook? = nil) throws {
    root = try Self.open(group, mayMake: mayMake, hook: hook)
    try Self.requireOwn(root)
    // The empty folder that the group's disk is mounted on is not the group.
    if !mayMake, try root.entries().isEmpty { throw AppGroup.gone(group.path) }
    inbox = try root.directory(Self.inboxName, making: 0o755)
    outbox = try root.directory(Self.outboxName, making: 0o755)
    failed = try root.directory(Self.failedName, making: 0o755)
    done = try root.directory(Self.doneName, making: 0o755)
    work = try root.directory(Self.workName, making: 0o700)
    for folder in [outbox, failed, done, work] { try Self.requireOwn(folder) }
    try Self.requireApart(inbox, [outbox, failed, done])
    group.remember(hook: hook)
  }

  /// A folder of results that is the inbox, as a bind mount makes it, would feed the program with its own results.
  private static func requireApart(_ inbox: Directory, _ results: [Directory]) throws {
    let node = try inbox.status().node
    for folder in results where try folder.status().node == node {
      throw TranslationTrouble(
        .setup, "\(folder.path) and \(inbox.path) are the same folder.",
        hint: "Unmount one of them, so that no result is taken for a text.")
    }
  }

  /// Makes sure that results could be written before anybody is asked, and perhaps paid, for them.
  func requireWritable() throws(SystemError) {
    for folder in [outbox, failed, done, work] { try folder.requireWritable() }
  }

  /// What the folders are, wherever they are mounted, that results go to; those that are not there are left out.
  static func nodesOfResults(in root: Directory) -> Set<FileNode> {
    Set([outboxName, doneName, failedName].compactMap { try? root.directoryIfThere([$0])?.status().node })
  }

  /// Opens the group's own folder.
  ///
  /// - Throws: `SystemError` where it can't be opened or made; `TranslationTrouble` of kind set-up where it belongs to
  ///   somebody else, whose rights may not even let it be opened.
  static func open(_ group: AppGroup, mayMake: Bool, hook: DiskHook? = nil) throws -> Directory {
    var raw = stat()
    if stat(group.path, &raw) == 0, raw.st_uid != geteuid() { throw foreign(group.path) }
    return try group.open(mayMake: mayMake, hook: hook)
  }

  private static func foreign(_ path: String) -> TranslationTrouble {
    TranslationTrouble(
      .setup, "\(path) belongs to another user.",
      hint: "Run transcriptor as the user who owns it, or name a group of your own with --group.")
  }

  /// The inbox alone may belong or be open to others, so that they can drop texts into it.
  package static func requireOwn(_ folder: Directory) throws {
    let status = try folder.status()
    guard status.owner == geteuid() else { throw foreign(folder.path) }
    guard status.mode & 0o022 == 0 else {
      throw TranslationTrouble(
        .setup, "Other users can write to \(folder.path).",
        hint: "Take that right away with: chmod go-w '\(folder.path)'")
    }
  }
}
