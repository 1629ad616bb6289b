import CLinux
import Glibc

/// The rights that a new file takes from the folder that it is made in.
extension Directory {
  /// Gives a file here the rights that it would have if it had been made in another folder.
  ///
  /// These are that folder's group where its set-group-ID bit is set (inode(7)), and its default access list (acl(5)).
  /// Where that is not allowed, the file stays as it is: it is complete all the same.
  func giveRights(of folder: Directory, to name: FileName) {
    var status = stat()
    guard fstat(folder.descriptor, &status) == 0 else { return }
    let givesGroup = status.st_mode & S_ISGID != 0
    let list = folder.defaultAccessList
    guard givesGroup || list != nil else { return }
    let file = name.withCString { openat(descriptor, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
    guard file >= 0 else { return }
    defer { close(file) }
    if givesGroup { _ = fchown(file, uid_t.max, status.st_gid) }
    if let list { _ = fsetxattr(file, "system.posix_acl_access", list, list.count, 0) }
  }

  /// The access list that a file made here gets, nobody having asked for the right to run it; nil where the folder has
  /// no default one.
  ///
  /// It is in the kernel's own form (linux/posix_acl_xattr.h): a version in four bytes, then eight for each entry, of
  /// which the first is its kind and the third its rights.
  private var defaultAccessList: [UInt8]? {
    let name = "system.posix_acl_default"
    let size = fgetxattr(descriptor, name, nil, 0)
    guard size > 4 else { return nil }
    var list = [UInt8](repeating: 0, count: size)
    // One that changed meanwhile is another's to give.
    guard fgetxattr(descriptor, name, &list, size) == size else { return nil }
    let entries = stride(from: 4, to: list.count - 7, by: 8)
    let (user, group, mask, other): (UInt8, UInt8, UInt8, UInt8) = (0x01, 0x04, 0x10, 0x20)
    let limit = entries.contains { list[$0] == mask } ? mask : group
    for entry in entries where [user, limit, other].contains(list[entry]) { list[entry + 2] &= 6 }
    return list
  }
}
