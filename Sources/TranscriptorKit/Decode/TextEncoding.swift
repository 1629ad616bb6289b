/// An encoding that a text may be in, other than UTF-8.
public struct TextEncoding: Hashable, Sendable, CustomStringConvertible {
  /// Its name in IANA's register of character sets, or the one that was given where it has none there.
  public let name: String
  /// The name that iconv(3) knows the converter by.
  let converter: String

  /// The name.
  public var description: String { name }

  /// The encoding that a person names, in any letter case; nil where this machine can't read it.
  ///
  /// A name that is registered for less than what is in use means what is in use, as in browsers (WHATWG Encoding):
  /// `Shift_JIS` holds the characters of Windows too, and `GB2312` is read as `GB18030`.
  public init?(_ name: String) {
    let name = name.trimmed
    let key = Self.key(name)
    if let known = Self.known.first(where: { $0.keys.contains(key) }) {
      self = known.encoding
    } else {
      self.init(name, converter: name)
    }
    guard CharacterConverter(converter) != nil else { return nil }
  }

  init(_ name: String, converter: String) {
    self.name = name
    self.converter = converter
  }

  /// Decodes a whole text strictly; nil where it is not in this encoding.
  func decode(_ bytes: [UInt8]) -> String? { CharacterConverter(converter)?.decode(bytes) }

  static let iso2022JP = TextEncoding("ISO-2022-JP", converter: "ISO-2022-JP")

  private static func key(_ name: String) -> String {
    name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
  }

  /// The encodings that have a name of their own here, with what else people call them.
  private static let known: [(encoding: TextEncoding, keys: Set<String>)] =
    (EncodingCandidate.all.map(\.encoding) + [iso2022JP]).map { encoding in
      var keys: Set = [key(encoding.name), key(encoding.converter)]
      if encoding.name.hasPrefix("windows-") { keys.insert("cp" + encoding.name.dropFirst(8)) }
      if encoding.name.hasPrefix("IBM") { keys.insert("cp" + encoding.name.dropFirst(3)) }
      keys.formUnion(otherNames[encoding.name] ?? [])
      return (encoding, keys)
    }

  private static let otherNames: [String: [String]] = [
    "Shift_JIS": ["sjis", "cp932", "windows31j", "mskanji"], "EUC-KR": ["euckr", "uhc", "windows949"],
    "GB18030": ["gbk", "gb2312", "cp936", "windows936", "euccn"], "ISO-8859-15": ["latin9"],
    "ISO-8859-2": ["latin2"], "ISO-8859-9": ["latin5"], "windows-874": ["tis620"], "macintosh": ["macroman"],
    "Big5": ["cp950"],
  ]
}
