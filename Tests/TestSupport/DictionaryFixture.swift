import FoundationEssentials

/// A small dictionary in the format of `dictd`, which a test writes to a folder of its own.
public struct DictionaryFixture: Sendable {
  /// The file name without suffixes: `freedict-pol-rus`.
  public var name: String
  /// What `00databaseshort` says.
  public var title: String
  /// What `00databaseinfo` says; families are told apart by it.
  public var info: String
  /// The keys of the index with an entry each; a key may come more than once.
  public var entries: [(key: String, text: String)]
  /// Whether the index keeps punctuation, as dictfmt's `--allchars` makes it.
  public var keepsPunctuation = false
  /// The uncompressed length of a chunk, in bytes; nil writes the text uncompressed.
  public var chunkLength: Int? = 4096

  /// Describes a dictionary with entries in the layout of its family.
  public init(
    _ name: String, title: String = "A test dictionary", info: String = "Made by WikDict for a test",
    entries: [(key: String, text: String)]
  ) {
    self.name = name
    self.title = title
    self.info = info
    self.entries = entries
  }

  /// Writes both files into a folder.
  public func write(to folder: String) throws {
    let (index, text) = files
    try Data(index).write(to: URL(filePath: "\(folder)/\(name).index"))
    let suffix = chunkLength == nil ? "dict" : "dict.dz"
    let data = chunkLength.map { Self.dictZip(text, chunkLength: $0) } ?? text
    try Data(data).write(to: URL(filePath: "\(folder)/\(name).\(suffix)"))
  }

  /// The bytes of the index and of the uncompressed text.
  public var files: (index: [UInt8], text: [UInt8]) {
    let about: [(key: String, text: String)] =
      keepsPunctuation
      ? [
        ("00-database-allchars", "\n"), ("00-database-info", info),
        ("00-database-short", "00-database-short\n     \(title)\n"),
      ] : [("00databaseinfo", info), ("00databaseshort", title)]
    var text: [UInt8] = []
    var lines: [[UInt8]] = []
    for (key, entry) in about + entries {
      let bytes = Array(entry.utf8)
      lines.append(Array("\(key)\t\(Self.number(text.count))\t\(Self.number(bytes.count))\n".utf8))
      text += bytes
    }
    return (Array(lines.sorted { $0.lexicographicallyPrecedes($1) }.joined()), text)
  }

  /// A number in the base 64 of the index.
  public static func number(_ value: Int) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var value = value
    var text = ""
    repeat {
      text = String(digits[value % 64]) + text
      value /= 64
    } while value > 0
    return text
  }

  /// A dictzip file: a gzip file (RFC 1952) with the table `RA`, whose chunks are stored deflate blocks (RFC 1951).
  public static func dictZip(_ text: [UInt8], chunkLength: Int, name: String = "text") -> [UInt8] {
    let starts = stride(from: 0, to: max(text.count, 1), by: chunkLength)
    let chunks = starts.map { start in
      let data = text[start..<min(start + chunkLength, text.count)]
      let isLast = start + chunkLength >= text.count
      // A block that is stored, and an empty one behind all but the last, as a full flush writes it.
      return [isLast ? 1 : 0] + short(data.count) + short(~data.count) + data
        + (isLast ? [] : [0, 0, 0, 0xFF, 0xFF])
    }
    let table = short(1) + short(chunkLength) + short(chunks.count) + chunks.flatMap { short($0.count) }
    let field = Array("RA".utf8) + short(table.count) + table
    // Extra field and name.
    let header: [UInt8] =
      [0x1F, 0x8B, 8, 4 | 8, 0, 0, 0, 0, 0, 3] + short(field.count) + field + name.utf8 + [0]
    let checksum = crc(text)
    let trailer = [checksum & 0xFFFF, checksum >> 16, text.count & 0xFFFF, text.count >> 16].flatMap(short)
    return header + chunks.joined() + trailer
  }

  private static func short(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }

  private static func crc(_ bytes: [UInt8]) -> Int {
    var crc: UInt32 = ~0
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return Int(~crc)
  }
}
