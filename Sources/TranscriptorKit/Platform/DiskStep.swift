/// One system call of ours that changes the disk, or opens a text that was taken.
///
/// Every such call is announced to a `DiskHook` before it is made, so that tests can stop the program between any
/// two of them, or make one fail, at a single place.
package struct DiskStep: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case open, create, write, sync, rename, remove, makeDirectory, removeDirectory, syncDirectory,
      syncFileSystem
  }

  package let kind: Kind
  /// The file or folder that changes, printable.
  package let path: String
}

/// Is told of each step before it happens; a throw takes the step's place.
package typealias DiskHook = @Sendable (DiskStep) throws(SystemError) -> Void
