import Glibc

/// The directory that all programs of one user share: texts arrive in its inbox, results leave by its outbox.
///
/// The value is only a place. Its folders are opened anew for each pass, since any of them may be unmounted,
/// removed and made again while a watcher runs.
public struct AppGroup: Equatable, Sendable {
  /// The group's absolute path.
  public let path: String

  /// Names the group at a path.
  public init(path: String) { self.path = path }

  /// The group that a command works in: the option, else `TRANSCRIPTOR_GROUP`, else `~/Transcriptor`.
  ///
  /// An empty variable counts as unset. Nil only where all three say nothing, as in a cron job without `HOME`
  /// whose user has no entry in the password file.
  public static func chosen(option: String?, environment: [String: String]) -> AppGroup? {
    if let option { return AppGroup(path: absolute(option)) }
    if let variable = environment["TRANSCRIPTOR_GROUP"], !variable.isEmpty {
      return AppGroup(path: absolute(variable))
    }
    guard let home = homeFolder(environment: environment) else { return nil }
    return AppGroup(path: home + "/Transcriptor")
  }

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
