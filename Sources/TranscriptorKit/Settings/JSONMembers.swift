import FoundationEssentials

/// The members of a JSON object with each value as it was written.
///
/// What a later version, or a person, put into a settings file stays as it is when this version writes the file
/// again: no number is rounded, and the order stays.
package struct JSONMembers: Equatable, Sendable {
  /// The text is no JSON object, and why.
  package struct Malformed: Error, Equatable {
    package let reason: String
  }

  /// The names with their values, in the order of the text.
  package private(set) var members: [(key: String, value: String)] = []

  /// An object without members.
  package init() {}

  /// Reads an object; a byte-order mark before it is left out, as editors on other systems write one.
  package init(_ bytes: [UInt8]) throws(Malformed) {
    let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    guard let text = String(validating: body, as: UTF8.self) else {
      throw Malformed(reason: "it is not UTF-8")
    }
    do {
      // The decoder judges the grammar; after it the cutting below meets only well-formed text.
      _ = try JSONDecoder().decode(AnyObject.self, from: Data(text.utf8))
    } catch {
      throw Malformed(reason: Self.reason(for: error))
    }
    for member in Self.cut(Array(text.utf8)) {
      guard !members.contains(where: { $0.key == member.key }) else {
        throw Malformed(reason: "“\(member.key)” stands in it twice")
      }
      members.append(member)
    }
  }

  /// The value of a member as it is written; nil where there is none, or where it is `null`.
  package subscript(key: String) -> String? {
    guard let value = members.first(where: { $0.key == key })?.value, value != "null" else { return nil }
    return value
  }

  /// Puts a value in the place of the old one, or at the end.
  package mutating func set(_ key: String, to value: JSONValue) {
    if let place = members.firstIndex(where: { $0.key == key }) {
      members[place].value = value.compact
    } else {
      members.append((key, value.compact))
    }
  }

  /// Removes a member; whether it was there.
  package mutating func remove(_ key: String) -> Bool {
    let count = members.count
    members.removeAll { $0.key == key }
    return members.count < count
  }

  /// The object over several lines, a member a line.
  package var text: String {
    guard !members.isEmpty else { return "{}\n" }
    let lines = members.map { "  " + JSONValue.string($0.key).compact + ": " + $0.value }
    return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
  }

  package static func == (left: JSONMembers, right: JSONMembers) -> Bool {
    left.members.elementsEqual(right.members) { $0 == $1 }
  }

  /// An object whose members nobody looks at.
  private struct AnyObject: Decodable {
    private struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: Key.self) }
  }

  private static func reason(for error: any Error) -> String {
    switch error {
    case DecodingError.typeMismatch: "it is no JSON object, which begins with { and ends with }"
    case DecodingError.dataCorrupted(let context):
      (context.underlyingError.map { "\($0)" } ?? context.debugDescription).withoutFullStop
    default: "\(error)".withoutFullStop
    }
  }

  /// Cuts a well-formed object at the commas and colons of its outermost level.
  private static func cut(_ text: [UInt8]) -> [(key: String, value: String)] {
    var members: [(key: String, value: String)] = []
    var key = ""
    var start = text.startIndex
    var depth = 0
    var place = text.startIndex
    func piece(to end: Int) -> String { String(decoding: text[start..<end], as: UTF8.self).trimmed }
    while place < text.endIndex {
      switch text[place] {
      case UInt8(ascii: "\""):
        place += 1
        while text[place] != UInt8(ascii: "\"") { place += text[place] == UInt8(ascii: "\\") ? 2 : 1 }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if depth == 1 { start = place + 1 }
      case UInt8(ascii: ":") where depth == 1:
        let written = piece(to: place)
        key = (try? JSONDecoder().decode(String.self, from: Data(written.utf8))) ?? written
        start = place + 1
      case UInt8(ascii: ",") where depth == 1:
        members.append((key, piece(to: place)))
        start = place + 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 1, !piece(to: place).isEmpty { members.append((key, piece(to: place))) }
        depth -= 1
      default: break
      }
      place += 1
    }
    return members
  }
}

extension String {
  /// The text as a part of a sentence that goes on.
  fileprivate var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
