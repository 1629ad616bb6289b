/// What somebody sees of an app group who only looks; nothing is made or changed.
package struct GroupSight: Sendable {
  /// The group's own folder.
  let root: Directory
  /// Texts arrive here; nil where there is no such folder.
  let inbox: Directory?
  /// Texts in hand; nil where there is no such folder.
  let work: Directory?
  /// The folders that results go to, wherever they are mounted.
  let results: Set<FileNode>

  /// Opens what is there; nil where the group is not made yet.
  ///
  /// - Throws: `SystemError`, or `TranslationTrouble` of kind set-up where the group was there before and is gone, or
  ///   belongs to somebody else.
  package init?(of group: AppGroup) throws {
    guard try group.isThere else { return nil }
    root = try GroupFolders.open(group, mayMake: false)
    inbox = try root.directoryIfThere([GroupFolders.inboxName])
    work = try root.directoryIfThere([GroupFolders.workName])
    results = GroupFolders.nodesOfResults(in: root)
  }
}
