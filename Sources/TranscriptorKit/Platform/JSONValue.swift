/// A JSON value (RFC 8259) whose objects keep the order in which their members are written.
///
/// The order matters twice: people read results in their fixed order, and a model fills a schema's fields in
/// the order of the schema. Foundation's encoder keeps none.
public enum JSONValue: Equatable, Sendable {
  /// The literal `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number.
  case integer(Int)
  /// A number with a fraction; must be finite.
  case number(Double)
  /// A text.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// Members in the order in which they are written.
  case object([Member])

  /// One member of an object.
  public struct Member: Equatable, Sendable {
    /// The name.
    public let key: String
    /// The value.
    public let value: JSONValue

    /// Pairs a name with its value.
    public init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// The value as one line of UTF-8 JSON, raw but for what JSON itself must escape.
  public var compact: String {
    var text = ""
    write(into: &text, indent: nil)
    return text
  }

  /// The value over several lines, two spaces a level, with a newline at its end.
  public var pretty: String {
    var text = ""
    write(into: &text, indent: 0)
    return text + "\n"
  }

  private func write(into text: inout String, indent: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .number(let value): text += value.isFinite ? String(value) : "null"
    case .string(let value): Self.write(value, into: &text)
    case .array(let values):
      Self.write(values, between: "[", "]", into: &text, indent: indent) { value, text, indent in
        value.write(into: &text, indent: indent)
      }
    case .object(let members):
      Self.write(members, between: "{", "}", into: &text, indent: indent) { member, text, indent in
        Self.write(member.key, into: &text)
        text += indent == nil ? ":" : ": "
        member.value.write(into: &text, indent: indent)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], between open: String, _ close: String, into text: inout String, indent: Int?,
    each: (Element, inout String, Int?) -> Void
  ) {
    text += open
    let inner = indent.map { $0 + 1 }
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      if let inner { text += "\n" + String(repeating: "  ", count: inner) }
      each(element, &text, inner)
    }
    if let indent, !elements.isEmpty { text += "\n" + String(repeating: "  ", count: indent) }
    text += close
  }

  /// Writes a quoted string; only the quotation mark, the backslash and control characters must be escaped.
  private static func write(_ string: String, into text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Makes a text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Makes a whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// Makes `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Makes a list.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Makes an object with its members in the order written.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}
