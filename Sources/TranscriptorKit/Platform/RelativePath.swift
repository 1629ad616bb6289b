/// Where a file lies below a folder of the app group: `ja/hello.txt`.
public struct RelativePath: Hashable, Comparable, Sendable {
  /// The components from the top; never empty.
  public let components: [FileName]

  /// Takes the components from the top; nil where there are none.
  public init?(_ components: [FileName]) {
    guard !components.isEmpty else { return nil }
    self.components = components
  }

  /// A file directly in the folder.
  public init(_ name: FileName) { components = [name] }

  /// Reads a path as a person types it, relative and without `..`; nil otherwise.
  public init?(parsing text: String) { self.init(bytes: Array(text.utf8)) }

  /// Reads what `bytes` gives; nil where it is no relative path without `..`.
  package init?(bytes: [UInt8]) {
    var names: [FileName] = []
    for part in bytes.split(separator: 0x2F) {
      guard let name = FileName(bytes: part) else { return nil }
      names.append(name)
    }
    guard !names.isEmpty, bytes.first != 0x2F else { return nil }
    components = names
  }

  /// The last component.
  public var name: FileName { components[components.count - 1] }

  /// The folders above the last component.
  public var folders: ArraySlice<FileName> { components.dropLast() }

  /// The path with another last component.
  public func replacingName(with name: FileName) -> RelativePath {
    RelativePath(unchecked: components.dropLast() + [name])
  }

  /// The path of an entry inside this folder.
  public func appending(_ name: FileName) -> RelativePath { RelativePath(unchecked: components + [name]) }

  /// The path as text, components joined by `/`; bytes that are not UTF-8 as `%XX`.
  public var text: String { components.map(\.text).joined(separator: "/") }

  /// The path as bytes, components joined by `/`.
  public var bytes: [UInt8] { Array(components.map(\.bytes).joined(separator: [0x2F])) }

  /// Whether every component is well-formed UTF-8.
  public var isUTF8: Bool { components.allSatisfy(\.isUTF8) }

  /// Orders by components and bytes.
  public static func < (left: RelativePath, right: RelativePath) -> Bool {
    left.components.lexicographicallyPrecedes(right.components)
  }

  private init(unchecked components: [FileName]) { self.components = components }
}
