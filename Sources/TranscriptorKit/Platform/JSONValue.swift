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
    // All of these are ASCII, so whatever lies between two of them is copied in one piece.
    var rest = string.utf8[...]
    while let index = rest.firstIndex(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C || $0 == 0x7F }) {
      text += Substring(rest[..<index])
      text += escaped(rest[index])
      rest = rest[rest.index(after: index)...]
    }
    text += Substring(rest)
    text += "\""
  }

  private static func escaped(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "\""): return "\\\""
    case UInt8(ascii: "\\"): return "\\\\"
    case UInt8(ascii: "\n"): return "\\n"
    case UInt8(ascii: "\r"): return "\\r"
    case UInt8(ascii: "\t"): return "\\t"
    default:
      let digits = String(byte, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
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
