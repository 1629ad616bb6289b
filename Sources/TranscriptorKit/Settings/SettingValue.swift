/// The value of a setting, checked.
public enum SettingValue: Equatable, Sendable {
  /// A name, a tag or an address.
  case text(String)
  /// A whole number.
  case integer(Int)
  /// Seconds, perhaps with a fraction.
  case seconds(Double)
  /// The words of a command, or several patterns.
  case list([String])

  /// The value as people type it.
  public var text: String {
    switch self {
    case .text(let text): text
    case .integer(let number): String(number)
    case .seconds(let number): number == number.rounded() ? String(Int(number)) : String(number)
    case .list(let words): JSONValue.array(words.map(JSONValue.string)).compact
    }
  }

  /// The value as a settings file holds it.
  public var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .integer(let number): .integer(number)
    case .seconds(let number): number == number.rounded() ? .integer(Int(number)) : .number(number)
    case .list(let words): .array(words.map(JSONValue.string))
    }
  }
}
