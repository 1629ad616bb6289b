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
}
