import Glibc

/// The language that a command found in the locale, kept for those that run without one, as cron's do.
struct LanguageMemory: Sendable {
  let group: AppGroup

  private static let name = FileName(".language")

  /// What an earlier command found; nil where none did, or where the file is not this user's.
  func recall() -> Language? {
    guard let folder = try? Directory(path: group.path),
      let (bytes, status) = try? folder.read(Self.name, limit: 64), status.owner == geteuid()
    else { return nil }
    return Language(String(decoding: bytes, as: UTF8.self).trimmed)
  }

  /// Keeps a language where the group is there and is this user's.
  ///
  /// It is a convenience: where it can't be kept, nothing else is lost and nobody is told.
  func remember(_ language: Language) {
    guard recall() != language, let folder = try? Directory(path: group.path),
      let status = try? folder.status(), status.owner == geteuid()
    else { return }
    try? folder.replace(Self.name, with: Array((language.tag + "\n").utf8))
  }
}
