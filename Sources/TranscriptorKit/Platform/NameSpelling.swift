/// A way to write names for file systems that do not take every name that others have.
struct NameSpelling: Sendable {
  /// The longest name that is taken, in bytes.
  let limit: Int
  /// Whether what many file systems refuse is written as `%XX`.
  let isEscaped: Bool

  /// The longest name in an encrypted folder of eCryptfs, the smallest limit that is in wide use, in bytes.
  static let smallLimit = 143

  /// Bytes that stay free for a number and an ending such as `.error.json`, where a limit is smaller than usual.
  private static let room = 24

  /// The name in this spelling.
  func name(_ name: FileName) -> FileName {
    let most = limit < NumberedName.limit ? limit - Self.room : limit
    var reserve = min(NumberedName.limit - most, Self.mostReserved)
    while true {
      let cut = NumberedName(name, reserving: reserve).name(1)
      let spelled = isEscaped ? Self.escaping(cut) : cut
      if spelled.bytes.count <= most || reserve == Self.mostReserved { return spelled }
      reserve += 1
    }
  }

  /// A stem and an extension as long as any still fit beside so many bytes.
  private static let mostReserved = 220

  /// The name with what it is refused for as `%XX`, and so every percent sign that could be taken for such.
  ///
  /// Those are the names that Windows has no files of ("Naming Files, Paths, and Namespaces"), which vfat, exFAT, NTFS
  /// and most servers of SMB refuse too, and bytes that are not UTF-8.
  private static func escaping(_ name: FileName) -> FileName {
    let bytes = name.bytes
    var positions = Set(bytes.positionsOutsideUTF8)
    positions.formUnion(bytes.indices.filter { bytes[$0] < 0x20 || refused.contains(bytes[$0]) })
    let end = bytes.lastIndex { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: " ") } ?? -1
    positions.formUnion((end + 1)..<bytes.count)
    if isDevice(bytes) { positions.insert(0) }
    guard !positions.isEmpty else { return name }
    positions.formUnion(bytes.indices.filter { bytes[$0] == UInt8(ascii: "%") && isHex(bytes[($0 + 1)...]) })
    return FileName(bytes: bytes.escaping(positions)) ?? name
  }

  private static let refused = Set("\"*:<>?\\|".utf8)

  private static func isHex(_ rest: ArraySlice<UInt8>) -> Bool {
    rest.count >= 2 && rest.prefix(2).allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
  }

  private static func isDevice(_ name: [UInt8]) -> Bool {
    let stem = String(decoding: name.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self).uppercased()
    if ["CON", "PRN", "AUX", "NUL"].contains(stem) { return true }
    guard stem.utf8.count == 4, let last = stem.last, ("1"..."9").contains(last) else { return false }
    return stem.hasPrefix("COM") || stem.hasPrefix("LPT")
  }
}

extension RelativePath {
  /// What a file may be called where its own path is refused, and first of all that path itself.
  ///
  /// A path of ordinary names has no other spelling.
  /// - Parameter limit: The longest name that the file system says it takes, in bytes.
  func spellings(within limit: Int) -> [RelativePath] {
    var paths = [self]
    for isEscaped in [false, true] {
      for limit in Set([NumberedName.limit, limit, NameSpelling.smallLimit]).sorted(by: >) {
        let spelling = NameSpelling(limit: limit, isEscaped: isEscaped)
        guard let path = RelativePath(components.map(spelling.name)), !paths.contains(path) else { continue }
        paths.append(path)
      }
    }
    return paths
  }
}
