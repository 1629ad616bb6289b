/// The series of names that a file may get, as `hello.txt`, `hello-2.txt`, `hello-3.txt`.
///
/// Nothing is ever overwritten; whoever needs a name takes the first of the series that is free. A name that would
/// pass the 255 bytes that Linux file systems allow (NAME_MAX) is cut within its stem, at a character's edge.
package struct NumberedName: Equatable, Sendable {
  /// The longest name in bytes.
  static let limit = 255

  /// The longest extension that counts as one, in bytes; a name is never all extension.
  private static let longestExtension = 32

  private let stem: [UInt8]
  private let ending: [UInt8]
  /// How many bytes stay free behind each name.
  private let reserve: Int

  /// The series that begins with a stem and an ending such as `.json`.
  package init(stem: [UInt8], ending: String, reserving reserve: Int = 0) {
    self.stem = stem
    self.ending = Array(ending.utf8)
    self.reserve = reserve
  }

  /// The series that begins with a file's own name and numbers it before its extension.
  ///
  /// - Parameter reserve: How many bytes are to be left for what is put behind each name.
  package init(_ name: FileName, reserving reserve: Int = 0) {
    let parts = name.stemAndExtension
    if let ending = parts.extension, ending.count <= Self.longestExtension {
      stem = parts.stem
      self.ending = [0x2E] + ending
    } else {
      stem = name.bytes
      ending = []
    }
    self.reserve = reserve
  }

  /// The name with a number, from 1 on.
  package func name(_ number: Int) -> FileName {
    let (stem, tail) = fitted(number)
    guard let name = FileName(bytes: stem + tail) else { preconditionFailure("a stem is never empty") }
    return name
  }

  /// Whether the stem had to be cut for this number.
  package func isCut(_ number: Int) -> Bool { fitted(number).stem.count < stem.count }

  private func fitted(_ number: Int) -> (stem: [UInt8], tail: [UInt8]) {
    let tail = (number == 1 ? [] : Array("-\(number)".utf8)) + ending
    return (Self.prefix(of: stem, fitting: Self.limit - reserve - tail.count), tail)
  }

  /// The longest beginning of whole characters within a number of bytes.
  private static func prefix(of bytes: [UInt8], fitting count: Int) -> [UInt8] {
    guard bytes.count > count else { return bytes }
    if let text = String(validating: bytes, as: UTF8.self) {
      var short = text[...]
      while short.utf8.count > count { short = short.dropLast() }
      // A single character longer than a name, such as a letter under a heap of accents, is cut between scalars.
      if !short.isEmpty { return Array(short.utf8) }
    }
    // A character has at most three bytes behind its first; a longer row of such bytes is no text and is cut as it is.
    let edge = (0...3).lazy.map { count - $0 }.first { $0 > 1 && bytes[$0] & 0xC0 != 0x80 }
    return Array(bytes[..<(edge ?? count)])
  }
}
