import CLinux
import Glibc

extension Directory {
  /// Makes sure that a file can be moved within this file system without the risk of replacing another.
  ///
  /// Either the kernel refuses to replace (renameat2(2), RENAME_NOREPLACE) or a hard link does (link(2)). Only a file
  /// system that is not known to do so is tried, with a hidden file that is gone again.
  /// - Throws: `TranslationTrouble` of kind set-up. What else is wrong with the disk shows when it is used.
  func requireSafeMoves() throws(TranslationTrouble) {
    guard clinux_is_known_to_refuse_replacing(descriptor) == 0 else { return }
    let (one, other) = (FileName(".transcriptor-probe"), FileName(".transcriptor-probe-2"))
    defer { for name in [one, other] { try? remove(name) } }
    do throws(SystemError) {
      // A process that was stopped in the midst of this may have left them.
      for name in [one, other] where try status(of: name) != nil { try remove(name) }
      _ = try create(one, holding: [])
      try rename(one, to: self, as: other)
    } catch {
      guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(error.code) else { return }
      throw TranslationTrouble(
        .setup, "The file system of \(path) can't move a file without the risk of replacing another.",
        hint: "Put the folder on a file system of Linux, such as ext4, xfs or btrfs.")
    }
  }
}
