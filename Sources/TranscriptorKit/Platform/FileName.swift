/// One component of a path, as the kernel keeps it: any bytes but `/` and NUL.
///
/// Names are carried as bytes because Linux promises no encoding; text is made of them only for people and JSON.
public struct FileName: Hashable, Comparable, Sendable {
  /// The bytes, without the terminating NUL.
  public let bytes: [UInt8]

  /// Takes the bytes of a name; nil where no file can have it (empty, `.`, `..`, or with a slash or a NUL).
  public init?(bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    guard !bytes.isEmpty, bytes != [0x2E], bytes != [0x2E, 0x2E] else { return nil }
    guard !bytes.contains(0), !bytes.contains(0x2F) else { return nil }
    self.bytes = bytes
  }

  /// A name of the program's own, known to be valid.
  package init(_ name: String) {
    precondition(!name.isEmpty && !name.utf8.contains(0x2F) && !name.utf8.contains(0))
    self.bytes = Array(name.utf8)
  }

  /// Whether the bytes are well-formed UTF-8 (RFC 3629).
  public var isUTF8: Bool { String(validating: bytes, as: UTF8.self) != nil }

  /// Whether the name begins with a dot.
  public var isHidden: Bool { bytes.first == 0x2E }

  /// The name as text; bytes that are not UTF-8 appear as `%XX`.
  public var text: String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return bytes.escapingInvalidUTF8
  }

  /// The parts around the last dot, `hello` and `txt` of `hello.txt`; a leading dot starts no extension.
  public var stemAndExtension: (stem: [UInt8], extension: [UInt8]?) {
    guard let dot = bytes.lastIndex(of: 0x2E), dot > 0, dot < bytes.count - 1 else { return (bytes, nil) }
    return (Array(bytes[..<dot]), Array(bytes[(dot + 1)...]))
  }

  /// Orders by bytes, as `LC_ALL=C sort` does.
  public static func < (left: FileName, right: FileName) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// Calls the body with the name as a C string.
  package func withCString<Answer>(_ body: (UnsafePointer<CChar>) -> Answer) -> Answer {
    (bytes + [0]).withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        guard let base = characters.baseAddress else { preconditionFailure("a name is never empty") }
        return body(base)
      }
    }
  }
}

extension [UInt8] {
  /// The bytes as text, with each byte that is not part of well-formed UTF-8 written as `%XX`.
  var escapingInvalidUTF8: String { String(decoding: escaping(Set(positionsOutsideUTF8)), as: UTF8.self) }

  /// Where the bytes are that are not part of well-formed UTF-8.
  var positionsOutsideUTF8: [Int] {
    var positions: [Int] = []
    var start = startIndex
    while start < endIndex {
      // A character takes at most four bytes; the shortest valid piece from here is one character.
      let end = (start + 1...start + 4).first { end in
        end <= endIndex && String(validating: self[start..<end], as: UTF8.self) != nil
      }
      if end == nil { positions.append(start) }
      start = end ?? start + 1
    }
    return positions
  }

  /// The bytes with those at some positions written as `%XX`.
  func escaping(_ positions: Set<Int>) -> [UInt8] {
    indices.flatMap { index -> [UInt8] in
      guard positions.contains(index) else { return [self[index]] }
      let digits = String(self[index], radix: 16, uppercase: true)
      return Array(("%" + (digits.count == 1 ? "0" + digits : digits)).utf8)
    }
  }
}
