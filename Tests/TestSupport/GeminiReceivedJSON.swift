import FoundationEssentials

/// A JSON value as it was received, for looking into.
public indirect enum GeminiReceivedJSON: Decodable, Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([GeminiReceivedJSON])
  case object([String: GeminiReceivedJSON])

  /// Reads a whole text; nil where it is not JSON.
  public init?(_ bytes: [UInt8]) {
    guard let value = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
    self = value
  }

  /// Reads whatever value comes.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let string = try? value.decode(String.self) {
      self = .string(string)
    } else if let array = try? value.decode([GeminiReceivedJSON].self) {
      self = .array(array)
    } else {
      self = .object(try value.decode([String: GeminiReceivedJSON].self))
    }
  }

  /// A member of an object; nil for anything else.
  public subscript(_ key: String) -> GeminiReceivedJSON? { object?[key] }

  /// An element of a list; nil for anything else.
  public subscript(_ index: Int) -> GeminiReceivedJSON? {
    guard let array, array.indices.contains(index) else { return nil }
    return array[index]
  }

  /// The members of an object.
  public var object: [String: GeminiReceivedJSON]? {
    if case .object(let value) = self { value } else { nil }
  }
  /// The elements of a list.
  public var array: [GeminiReceivedJSON]? { if case .array(let value) = self { value } else { nil } }
  /// A text.
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  /// A number.
  public var number: Double? { if case .number(let value) = self { value } else { nil } }
}
