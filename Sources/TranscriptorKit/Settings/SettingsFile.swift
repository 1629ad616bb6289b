import Glibc

/// A file of settings: the group's `settings.json`, or the user's own `config.json`.
public struct SettingsFile: Equatable, Sendable {
  /// The file's absolute path.
  public let path: String
  /// Which settings it holds.
  public let scope: SettingKey.Scope

  private static let sharedName = FileName("settings.json")
  private static let limit = 1 << 20

  private let folderPath: String
  private let group: AppGroup?
  private var name: FileName { scope == .shared ? Self.sharedName : ConfigFolder.settingsName }

  /// The file of a group.
  public init(of group: AppGroup) {
    path = group.settingsPath
    folderPath = group.path
    self.group = group
    scope = .shared
  }

  /// The user's own file.
  public init(in folder: ConfigFolder) {
    path = folder.settingsPath
    folderPath = folder.path
    group = nil
    scope = .personal
  }

  /// What the file sets; nothing where it is missing.
  ///
  /// - Throws: `TranslationTrouble` of kind set-up that names the file and, where a value is at fault, the setting and
  ///   what is allowed.
  public func values() throws(TranslationTrouble) -> [SettingKey: SettingValue] {
    let members = try members()
    var values: [SettingKey: SettingValue] = [:]
    for (name, _) in members.members where scope == .shared { try requireShared(name) }
    for key in SettingKey.allCases where key.scope == scope {
      guard let written = members[key.rawValue] else { continue }
      guard let value = key.kind.value(ofJSON: written) else {
        throw TranslationTrouble(
          .setup, "“\(key.rawValue)” in \(path) must be \(key.kind.allowed).",
          hint: "Mend it there, or with: transcriptor settings set \(key.rawValue) \(key.kind.placeholder)")
      }
      values[key] = value
    }
    return values
  }

  /// The names of members that are no settings of this file; they are kept and mean nothing.
  public func unknownMembers() throws(TranslationTrouble) -> [String] {
    try members().members.map(\.key).filter { SettingKey(rawValue: $0)?.scope != scope }
  }

  /// Sets a value, or removes it where the value is nil; all other members stay as they are.
  ///
  /// The new file takes the place of the old one in a single step, complete and on the disk.
  /// - Returns: Whether the file changed.
  /// - Throws: `TranslationTrouble` where the present file can't be read, `SystemError` where the new one can't be
  ///   written.
  @discardableResult
  public func set(_ key: SettingKey, to value: SettingValue?) throws -> Bool {
    try set(key, to: value, hook: nil)
  }

  /// The same, with each step that changes the disk announced.
  package func set(_ key: SettingKey, to value: SettingValue?, hook: DiskHook?) throws -> Bool {
    if value == nil, try members()[key.rawValue] == nil { return false }
    let folder = try openFolder(hook)
    // Two that change the file at the same moment would each drop what the other set.
    let lock = try FileLock.wait(for: FileName(".\(name.text).lock"), in: folder)
    defer { withExtendedLifetime(lock) {} }
    var members = try members()
    if let value {
      members.set(key.rawValue, to: value.json)
    } else if !members.remove(key.rawValue) {
      return false
    }
    try folder.replace(name, with: Array(members.text.utf8))
    return true
  }

  private func openFolder(_ hook: DiskHook?) throws -> Directory {
    guard let group else { return try Directory(makingPath: folderPath, hook: hook) }
    return try GroupFolders(group, hook: hook).root
  }

  private func members() throws(TranslationTrouble) -> JSONMembers {
    guard let bytes = try scope == .shared ? sharedBytes() : PrivateFile.read(path, limit: Self.limit) else {
      return JSONMembers()
    }
    do {
      return try JSONMembers(bytes)
    } catch {
      throw TranslationTrouble(
        .setup, "\(path) can't be used: \(error.reason).",
        hint: "Mend the file, or move it away to go on with the defaults.")
    }
  }

  /// Reads the group's file; whoever could write to it could choose the languages, but take no key.
  private func sharedBytes() throws(TranslationTrouble) -> [UInt8]? {
    do {
      let folder = try Directory(path: folderPath)
      if let kind = try folder.status(of: name)?.kind, kind != .regular {
        throw TranslationTrouble(
          .setup, "\(path) is \(kind.rawValue), not a file.",
          hint: "Put a file in its place, or remove it to go on with the defaults.")
      }
      let (bytes, status) = try folder.read(name, limit: Self.limit)
      // The super-user's file is trusted, as it is everywhere.
      guard status.owner == geteuid() || status.owner == 0 else {
        throw TranslationTrouble(
          .setup, "\(path) belongs to another user.",
          hint: "Name a group of your own with --group, or remove the file.")
      }
      guard status.mode & 0o022 == 0 else {
        throw TranslationTrouble(
          .setup, "Other users can write to \(path).",
          hint: "Take that right away with: chmod go-w '\(path)'")
      }
      return bytes
    } catch let error as SystemError {
      if error.code == ENOENT || error.code == ENOTDIR { return nil }
      throw PrivateFile.unreadable(path, error.code)
    } catch let trouble as TranslationTrouble {
      throw trouble
    } catch {
      throw PrivateFile.unreadable(path, EIO)
    }
  }

  /// What decides where the key goes must not come from a file that several programs write.
  private func requireShared(_ name: String) throws(TranslationTrouble) {
    let isPersonal = SettingKey(rawValue: name)?.scope == .personal
    guard isPersonal || name == "apiKey" else { return }
    throw TranslationTrouble(
      .setup, "“\(name)” must not stand in \(path), which other programs share.",
      hint: "Remove it there, and set it for yourself with: transcriptor settings set \(name)")
  }
}
