import Glibc

/// A shell pattern of names that a user wants left alone, as `*.bck` (fnmatch(3), in any letter case).
public struct NamePattern: Hashable, Sendable {
  /// The pattern as it was written.
  public let text: String

  /// Takes a pattern; nil where no name can match it: it is empty, or has a slash or a NUL.
  public init?(_ text: String) {
    guard !text.isEmpty, !text.utf8.contains(0), !text.utf8.contains(UInt8(ascii: "/")) else { return nil }
    self.text = text
  }

  /// Whether a name matches, byte for byte, as the program sets no locale.
  package func matches(_ name: FileName) -> Bool {
    name.withCString { name in text.withCString { fnmatch($0, name, Self.anyCase) == 0 } }
  }

  /// FNM_CASEFOLD, which glibc declares only where GNU's own names are asked for.
  private static let anyCase: Int32 = 1 << 4
}
