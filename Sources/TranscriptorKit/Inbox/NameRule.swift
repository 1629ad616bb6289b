/// Why a name in the inbox is left alone: somebody else's unfinished or spare copy carries it.
package struct NameRule: Equatable, Sendable {
  /// What such a name is, for people: "a temporary file (*.part)".
  package let description: String

  /// The first rule that holds a file's name back; nil where it may be taken.
  /// - Parameter patterns: What the user adds to the rules that the program has.
  package static func holding(_ name: FileName, patterns: [NamePattern] = []) -> NameRule? {
    if name.isHidden { return NameRule(description: "a hidden file (.*)") }
    return known(name.bytes.map(\.asciiLowercased)) ?? added(name, patterns)
  }

  /// The first rule that keeps a folder from being entered; nil where it may be.
  ///
  /// A folder's ending says nothing of what lies in it, so only the user's own patterns count.
  package static func holding(folder name: FileName, patterns: [NamePattern] = []) -> NameRule? {
    name.isHidden ? NameRule(description: "a hidden folder (.*)") : added(name, patterns)
  }

  private static func added(_ name: FileName, _ patterns: [NamePattern]) -> NameRule? {
    patterns.first { $0.matches(name) }.map {
      NameRule(description: "a name that the setting heldNames holds back (\($0.text))")
    }
  }

  private static func known(_ name: [UInt8]) -> NameRule? {
    if let dot = name.lastIndex(of: UInt8(ascii: ".")), let rule = endings[Array(name[(dot + 1)...])] {
      return rule
    }
    return whole.first { $0.matches(name) }?.rule
  }

  /// The endings that browsers, sync programs, editors and desktops give to what is not finished or not current.
  private static let temporary = [
    "part", "partial", "filepart", "crdownload", "download", "opdownload", "aria2", "!ut", "!qb", "!sync",
    "incomplete", "tmp", "temp", "swp", "swo", "swn", "swx", "kate-swp",
  ]
  private static let backup = ["bak", "bck", "orig", "rej", "save", "autosave", "asv", "old"]

  private static let endings: [[UInt8]: NameRule] = {
    var rules: [[UInt8]: NameRule] = [:]
    for ending in temporary {
      rules[Array(ending.utf8)] = NameRule(description: "a temporary file (*.\(ending))")
    }
    for ending in backup { rules[Array(ending.utf8)] = NameRule(description: "a backup copy (*.\(ending))") }
    return rules
  }()

  /// A rule for what a whole name looks like; in lower case.
  private struct Whole: Sendable {
    let rule: NameRule
    let prefix: [UInt8]
    let suffix: [UInt8]
    let isExact: Bool

    /// - Parameter pattern: What matches: a name, or one `*` with what stands before and after it.
    init(_ kind: String, _ pattern: String) {
      rule = NameRule(description: "\(kind) (\(pattern))")
      let lowercased = pattern.utf8.map(\.asciiLowercased)
      isExact = !lowercased.contains(UInt8(ascii: "*"))
      prefix = Array(lowercased.prefix { $0 != UInt8(ascii: "*") })
      suffix = isExact ? [] : Array(lowercased[(prefix.count + 1)...])
    }

    func matches(_ name: [UInt8]) -> Bool {
      if isExact { return name == prefix }
      return name.count >= prefix.count + suffix.count && name.starts(with: prefix)
        && name.suffix(suffix.count) == suffix[...]
    }
  }

  private static let whole = [
    Whole("a backup copy", "*~"), Whole("an editor's copy", "#*#"), Whole("an editor's probe", "4913"),
    Whole("an editor's temporary file", "*___jb_tmp___"), Whole("an editor's copy", "*___jb_old___"),
    Whole("an office program's lock", "~$*"), Whole("a sync program's temporary file", "~syncthing~*"),
    Whole("a desktop's own file", "desktop.ini"), Whole("a desktop's own file", "Thumbs.db"),
  ]
}

extension UInt8 {
  /// The byte in lower case where it is an ASCII letter; all others stay.
  fileprivate var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
