import FoundationEssentials
import Glibc
import Synchronization

/// This process's own part of the working area: a folder with its claims, and a lock that says that it lives.
///
/// The lock file is made and locked before the folder, and removed after it, so a folder whose lock can be taken
/// belongs to a dead process.
package final class WorkArea: Sendable {
  /// The folder's name, unlike that of any other process.
  package let name: FileName
  /// The folder.
  package let directory: Directory
  /// Who sees that this process lives.
  let reach: LockReach
  /// Names the texts that our own code is at work on.
  let marks: WorkMarks
  private let work: Directory
  private let lock: FileLock
  private let lastNumber = Atomic(0)

  /// Makes the folder in the group's working area and locks it.
  package convenience init(in work: Directory) throws(SystemError) {
    try self.init(in: work, reach: LockReach(in: work))
  }

  /// Makes the folder for a process whose lock reaches so far.
  init(in work: Directory, reach: LockReach) throws(SystemError) {
    self.work = work
    self.reach = reach
    var made: (FileName, FileLock)?
    while made == nil {
      let name = reach.folderName(process: getpid(), tag: String(UUID().uuidString.prefix(8)))
      // Nil where another process took the file for a dead one's in the moment before the lock.
      if let lock = try FileLock.take(Self.lockName(of: name), in: work) { made = (name, lock) }
    }
    guard let made else { preconditionFailure("the loop ends only with a lock") }
    (name, lock) = made
    directory = try work.directory(name, making: 0o700)
    marks = WorkMarks(in: directory)
    try work.sync()
  }

  /// Removes the folder where it is empty, and with it the lock; a folder with claims is left to be taken up.
  package func close() {
    marks.remove()
    guard (try? work.removeDirectory(name)) != nil else { return }
    try? work.remove(Self.lockName(of: name))
  }

  /// A number that no claim of this process had.
  func nextNumber() -> Int { lastNumber.add(1, ordering: .relaxed).newValue }

  static func lockName(of folder: FileName) -> FileName { FileName(folder.text + ".lock") }

  /// The names of all processes' folders, living or dead.
  static func allNames(in work: Directory) throws(SystemError) -> [FileName] {
    let names = try work.entries().filter { $0.bytes.starts(with: Array("run-".utf8)) }
    let folders = names.map { name in
      name.text.hasSuffix(".lock") ? FileName(String(name.text.dropLast(5))) : name
    }
    return Set(folders).sorted()
  }
}
