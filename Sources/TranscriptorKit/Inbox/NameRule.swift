/// Why a name in the inbox is left alone: somebody else's unfinished or spare copy carries it.
package struct NameRule: Equatable, Sendable {
  /// What such a name is, for people: "a temporary file (*.part)".
  package let description: String
  private let matches: @Sendable (String) -> Bool

  /// The first rule that holds a name back; nil where it may be taken.
  package static func holding(_ name: FileName) -> NameRule? {
    if name.isHidden { return hidden }
    let text = name.text.lowercased()
    return all.first { $0.matches(text) }
  }

  package static func == (left: NameRule, right: NameRule) -> Bool { left.description == right.description }

  private static let hidden = NameRule(description: "a hidden file (.*)") { $0.hasPrefix(".") }

  /// The endings that browsers, sync programs and editors give to what is not finished or not current.
  private static let temporary = [
    "part", "partial", "filepart", "crdownload", "download", "opdownload", "tmp", "temp", "swp", "swo", "swx",
  ]
  private static let backup = ["bak", "bck", "orig", "rej", "save", "old"]

  private static let all: [NameRule] =
    temporary.map { ending in
      NameRule(description: "a temporary file (*.\(ending))") { $0.hasSuffix("." + ending) }
    }
    + backup.map { ending in
      NameRule(description: "a backup copy (*.\(ending))") { $0.hasSuffix("." + ending) }
    }
    + [
      NameRule(description: "a backup copy (*~)") { $0.hasSuffix("~") },
      NameRule(description: "an editor's copy (#*#)") { $0.hasPrefix("#") && $0.hasSuffix("#") },
      NameRule(description: "an editor's probe (4913)") { $0 == "4913" },
      NameRule(description: "an office program's lock (~$*)") { $0.hasPrefix("~$") },
      NameRule(description: "a sync program's temporary file (~syncthing~*)") { $0.hasPrefix("~syncthing~") },
    ]
}
