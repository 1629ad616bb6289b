/// One system call of ours that changes the disk, or opens a text that was taken.
///
/// Every such call is announced to a `DiskHook` before it is made, so that tests can stop the program between any
/// two of them, or make one fail, at a single place.
package struct DiskStep: Equatable, Sendable {
  package enum Kind: String, Sendable {
    /// A rename that never replaces.
    case rename
    /// A rename that takes the place of what has the name.
    case replace
    case link, remove, create, write, makeDirectory, removeDirectory
    case sync, syncDirectory, syncFileSystem
    /// A file is opened to be read, which changes nothing.
    case open
  }

  package let kind: Kind
  /// The file or folder that changes, printable.
  package let path: String
  /// What it is called after a rename or a link, printable.
  package var newPath: String?
}

/// Is told of each step before it happens; a throw takes the step's place.
///
/// The answer is the most bytes that a write may take, as a disk may take fewer than it is given; nil for all.
package typealias DiskHook = @Sendable (DiskStep) throws(SystemError) -> Int?
