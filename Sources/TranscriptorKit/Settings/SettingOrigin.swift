/// Where the value of a setting comes from.
public enum SettingOrigin: Equatable, Sendable, CustomStringConvertible {
  /// An option of the command line.
  case option
  /// An environment variable.
  case environment(String)
  /// A settings file.
  case file(String)
  /// The locale variables.
  case locale
  /// The locale variables of an earlier command.
  case earlierLocale
  /// Nothing names a language.
  case assumed
  /// The program's default.
  case fallback

  /// The origin as a phrase, for people.
  public var description: String {
    switch self {
    case .option: "option"
    case .environment(let variable): "environment (\(variable))"
    case .file(let path): path
    case .locale: "locale"
    case .earlierLocale: "locale of an earlier command"
    case .assumed: "assumed"
    case .fallback: "default"
    }
  }
}
