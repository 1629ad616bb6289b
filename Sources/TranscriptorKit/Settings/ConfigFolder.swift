import Glibc

/// The user's own folder of this program, which no group shares: `$XDG_CONFIG_HOME/transcriptor`.
public struct ConfigFolder: Equatable, Sendable {
  /// The folder's absolute path.
  public let path: String

  /// Names the folder at a path.
  public init(path: String) { self.path = path }

  /// The folder that the environment names, else `~/.config/transcriptor`; nil where the user has no home.
  ///
  /// A relative `XDG_CONFIG_HOME` is ignored, as the XDG Base Directory Specification asks.
  public init?(environment: [String: String]) {
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
      path = folder + "/transcriptor"
    } else if let home = AppGroup.homeFolder(environment: environment) {
      path = home + "/.config/transcriptor"
    } else {
      return nil
    }
  }

  /// Where the personal settings are kept.
  public var settingsPath: String { path + "/" + Self.settingsName.text }

  /// Where the key may be kept.
  public var keyPath: String { path + "/" + Self.keyName.text }

  static let settingsName = FileName("config.json")
  static let keyName = FileName("api-key")

  /// Opens the folder and makes it where it is missing, with what is missing above it, for this user alone.
  func open() throws(SystemError) -> Directory {
    let parts = path.split(separator: "/")
    for count in 1...max(1, parts.count) {
      let folder = "/" + parts.prefix(count).joined(separator: "/")
      guard mkdir(folder, 0o700) != 0 else { continue }
      let code = errno
      // What is there already may be out of our reach; whether that matters shows when the last is opened.
      guard [EEXIST, EACCES, EROFS, EISDIR].contains(code) else {
        throw SystemError("make", folder, code: code)
      }
    }
    return try Directory(path: path)
  }
}
