import FoundationEssentials

/// The project's own folder, for tests of what stands in it beside the code.
public enum Project {
  /// The absolute path, without a slash at its end.
  public static let path = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

  /// Reads a file below the folder.
  public static func text(of name: String) throws -> String {
    try String(contentsOf: URL(filePath: "\(path)/\(name)"), encoding: .utf8)
  }

  /// Whether the dictionaries are installed that the examples are translated with.
  public static let hasDictionaries = dictionaries.allSatisfy {
    FileManager.default.fileExists(atPath: "/usr/share/dictd/\($0).index")
  }

  private static let dictionaries = [
    "freedict-deu-rus", "freedict-fra-rus", "freedict-ita-rus", "freedict-pol-rus", "freedict-swe-rus",
    "freedict-pol-eng", "mueller7",
  ]
}
