/// A key of the Gemini API, which never describes itself, so that no log or error can hold it by accident.
public struct APIKey: Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The key itself, for the header `x-goog-api-key` alone.
  let secret: String

  /// Takes a key, trimmed of white space; nil where nothing is left or where it can't stand in a header.
  ///
  /// No prefix or length is checked: Google issues keys of several forms.
  public init?(_ text: String) {
    let trimmed = text.trimmed
    guard !trimmed.isEmpty, trimmed.allSatisfy({ $0.isASCII && $0 > " " && $0 != "\u{7F}" }) else {
      return nil
    }
    secret = trimmed
  }

  /// A placeholder.
  public var description: String { "(API key)" }
  /// A placeholder.
  public var debugDescription: String { description }
  /// No children, so that `dump` shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// The text with every occurrence of the key replaced by a placeholder.
  public func redacted(from text: String) -> String {
    var rest = text[...]
    var clean = ""
    while let range = rest.firstRange(of: secret) {
      clean += rest[..<range.lowerBound] + description
      rest = rest[range.upperBound...]
    }
    return clean + rest
  }
}
