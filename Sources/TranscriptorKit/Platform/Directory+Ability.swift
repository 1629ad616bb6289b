import CLinux
import Glibc

extension Directory {
  /// Makes sure that a file can be moved within this file system without the risk of replacing another.
  ///
  /// Either the kernel refuses to replace (renameat2(2), RENAME_NOREPLACE) or a hard link does (link(2)). Only a file
  /// system that is not known to do so is tried, with a hidden file that is gone again.
  /// - Returns: False where another fault kept it from being found out, which shows when the disk is used.
  /// - Throws: `TranslationTrouble` of kind set-up.
  func requireSafeMoves() throws(TranslationTrouble) -> Bool {
    guard clinux_is_known_to_refuse_replacing(descriptor) == 0 else { return true }
    // Others may try at the same moment.
    let tag = UInt32.random(in: 0...UInt32.max)
    let (one, other) = (FileName(".transcriptor-probe-\(tag)"), FileName(".transcriptor-probe-\(tag)-2"))
    defer { for name in [one, other] { try? remove(name) } }
    // A process that was stopped in the midst of this may have left one.
    for name in (try? entries()) ?? [] where name.text.hasPrefix(".transcriptor-probe-") {
      if (try? FileLock.isHeld(name, in: self)) == false { try? remove(name) }
    }
    do throws(SystemError) {
      let probe = try create(one, holding: [])
      probe.lock()
      try rename(one, to: self, as: other)
      return true
    } catch {
      guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(error.code) else { return false }
      throw TranslationTrouble(
        .setup, "The file system of \(path) can't move a file without the risk of replacing another.",
        hint: "Put the folder on a file system of Linux, such as ext4, xfs or btrfs.")
    }
  }
}
