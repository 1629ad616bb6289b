import Glibc

/// The directory that all programs of one user share: texts arrive in its inbox, results leave by its outbox.
///
/// The value is only a place. Its folders are opened anew for each pass, since any of them may be unmounted,
/// removed and made again while a watcher runs.
public struct AppGroup: Equatable, Sendable {
  /// The group's absolute path.
  public let path: String

  /// What remembers that the group was there; nil where nothing does.
  private let memory: GroupMemory?

  /// Names the group at a path; whether it was there before is not known.
  public init(path: String) { self.init(path: path, memory: nil) }

  private init(path: String, memory: GroupMemory?) {
    self.path = path
    self.memory = memory
  }

  /// The group that a command works in: the option, else `TRANSCRIPTOR_GROUP`, else `~/Transcriptor`.
  ///
  /// An empty variable counts as unset. Nil only where all three say nothing, as in a cron job without `HOME`
  /// whose user has no entry in the password file.
  public static func chosen(option: String?, environment: [String: String]) -> AppGroup? {
    let memory = GroupMemory(environment: environment)
    if let option { return AppGroup(path: absolute(option), memory: memory) }
    if let variable = environment["TRANSCRIPTOR_GROUP"], !variable.isEmpty {
      return AppGroup(path: absolute(variable), memory: memory)
    }
    guard let home = homeFolder(environment: environment) else { return nil }
    return AppGroup(path: home + "/Transcriptor", memory: memory)
  }

  /// Opens the group's folder, and makes it where it never was; the folders above it are never made.
  ///
  /// - Throws: `SystemError` where it can't be opened or made; `TranslationTrouble` of kind set-up where it was there
  ///   before and is gone, as when its disk is not mounted.
  package func open(mayMake: Bool = true, hook: DiskHook? = nil) throws -> Directory {
    if mayMake, try !isThere {
      if let hook { _ = try hook(DiskStep(kind: .makeDirectory, path: path)) }
      if mkdir(path, 0o700) != 0, errno != EEXIST { throw SystemError("make", path, code: errno) }
    }
    return try Directory(path: path, hook: hook)
  }

  /// Whether there is such a folder.
  ///
  /// - Throws: `TranslationTrouble` of kind set-up where it was there before and is gone: the folder is missing, or
  ///   it is the empty one that a disk is mounted on.
  package var isThere: Bool {
    get throws(TranslationTrouble) {
      let exists = access(path, F_OK) == 0 || errno != ENOENT
      let isWhole = access(path + "/" + GroupFolders.workName.text, F_OK) == 0 || errno != ENOENT
      guard isWhole || memory?.knows(path) != true else {
        throw Self.gone(path)
      }
      return exists
    }
  }

  static func gone(_ path: String) -> TranslationTrouble {
    TranslationTrouble(
      .setup, "The group \(path) is gone; it was there before.",
      hint: "Mount its disk again. To begin a new one instead: mkdir -p '\(path)/.work'")
  }

  /// Keeps that the group is there, now that all its folders are.
  func remember(hook: DiskHook?) { memory?.remember(path, hook: hook) }

  /// The user's home: `HOME`, else the password file's, as cron may set neither.
  package static func homeFolder(environment: [String: String]) -> String? {
    if let home = environment["HOME"], home.hasPrefix("/") { return home }
    guard let entry = getpwuid(geteuid()), let folder = entry.pointee.pw_dir else { return nil }
    return String(cString: folder)
  }

  /// Where the latest 50 translations are kept.
  public var historyPath: String { path + "/history.sqlite" }

  /// Where the shared settings are kept.
  public var settingsPath: String { path + "/settings.json" }

  private static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let current = getcwd(nil, 0) else { return path }
    defer { free(current) }
    return String(cString: current) + "/" + path
  }
}
