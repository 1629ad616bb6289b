/// A language as BCP 47 writes it (RFC 5646): a language, perhaps a script, perhaps a region.
///
/// Only this form is accepted, in any letter case, and kept in the canonical one: `pt-BR`, `zh-Hant`. Nothing
/// else ever reaches a prompt or a file name.
public struct Language: Hashable, Sendable, CustomStringConvertible {
  /// The canonical tag: `pl`, `pt-BR`, `zh-Hant-TW`.
  public let tag: String
  /// The language alone, ISO 639-1 where it has such a code, else 639-3: `pt`.
  public let code: String

  /// Reads a tag; nil where it is not a language with an optional script and region.
  public init?(_ tag: String) {
    var parts = tag.split(separator: "-", omittingEmptySubsequences: false).map(String.init)[...]
    guard let first = parts.popFirst(), (2...3).contains(first.utf8.count), first.isASCIILetters else {
      return nil
    }
    // RFC 5646, section 2.2.1: where a language has a two-letter code, that is its subtag.
    code = LanguageCodes.canonical(first.lowercased())
    var canonical = [code]
    if let script = parts.first, script.utf8.count == 4, script.isASCIILetters {
      canonical.append(script.prefix(1).uppercased() + script.dropFirst().lowercased())
      parts.removeFirst()
    }
    if let region = parts.first, region.isRegion {
      canonical.append(region.uppercased())
      parts.removeFirst()
    }
    guard parts.isEmpty else { return nil }
    self.tag = canonical.joined(separator: "-")
  }

  /// The canonical tag.
  public var description: String { tag }
}

extension String {
  fileprivate var isASCIILetters: Bool {
    utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
  }

  /// Two letters (ISO 3166-1) or three digits (UN M49).
  fileprivate var isRegion: Bool {
    utf8.count == 2 ? isASCIILetters : utf8.count == 3 && utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
