/// A file in the inbox that may be taken, as one look found it.
package struct InboxEntry: Equatable, Sendable {
  /// Where it lies below the inbox.
  package let path: RelativePath
  /// What the kernel said of it.
  package let status: FileStatus
}
