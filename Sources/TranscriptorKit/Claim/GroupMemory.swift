import Glibc

/// Remembers which groups this user had, in a file outside them.
///
/// A group on a disk that is not mounted looks like one that was never made. Made anew in the mount point, it would
/// take texts that nobody finds once the disk is back.
struct GroupMemory: Equatable, Sendable {
  /// The folder that holds the file: `$XDG_STATE_HOME/transcriptor` (XDG Base Directory Specification).
  let folderPath: String

  /// The folder that the environment names, else the one below the home; nil where the user has none.
  init?(environment: [String: String]) {
    if let folder = environment["XDG_STATE_HOME"], folder.hasPrefix("/") {
      folderPath = folder + "/transcriptor"
    } else if let home = AppGroup.homeFolder(environment: environment) {
      folderPath = home + "/.local/state/transcriptor"
    } else {
      return nil
    }
  }

  /// Whether a group was there before.
  func knows(_ path: String) -> Bool {
    guard let folder = try? Directory(path: folderPath),
      let bytes = try? folder.read(Self.name, limit: 1 << 20).bytes
    else { return false }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").contains(Self.line(path)[...])
  }

  /// Keeps that a group is there; where that can't be kept, it merely is not known later.
  func remember(_ path: String, hook: DiskHook? = nil) {
    // A group is opened again for every look, and once is enough.
    guard Self.remembered.withLock({ $0.insert(folderPath + "\n" + path).inserted }) else { return }
    guard !knows(path), let folder = try? Directory(makingPath: folderPath, hook: hook) else { return }
    let earlier = (try? folder.read(Self.name, limit: 1 << 20).bytes) ?? []
    try? folder.replace(Self.name, with: earlier + Array((Self.line(path) + "\n").utf8))
  }

  private static let name = FileName("groups")
  private static let remembered = Guarded<Set<String>>([])

  /// A path on one line, whatever it holds.
  private static func line(_ path: String) -> String { JSONValue.string(path).compact }
}
