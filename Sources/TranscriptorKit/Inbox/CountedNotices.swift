/// Notices of one kind that thousands of files may be worth: the first says which and why, of all others a number.
struct CountedNotices {
  /// What is wrong with a file, as it stands behind its name.
  enum Kind: Hashable, CaseIterable {
    case notTaken, notRead, notLookedAt

    fileprivate var words: String {
      switch self {
      case .notTaken: "can't be taken"
      case .notRead: "can't be read yet"
      case .notLookedAt: "can't be looked at"
      }
    }
  }

  private var files: [Kind: Set<RelativePath>] = [:]
  private var told: [Kind: Int] = [:]

  /// Notes a file.
  ///
  /// - Returns: What is to be said at once; nil where the file was noted before, or is not the first of its kind.
  mutating func note(_ kind: Kind, _ path: RelativePath, because reason: String) -> String? {
    guard files[kind, default: []].insert(path).inserted, told[kind] == nil else { return nil }
    told[kind] = 1
    return "\(path.text) \(kind.words): \(reason)"
  }

  /// What is to be said of the files that were noted since this was asked last, besides the first.
  mutating func rest() -> [String] {
    Kind.allCases.compactMap { kind in
      let (count, known) = (files[kind]?.count ?? 0, told[kind] ?? 0)
      guard count > known else { return nil }
      told[kind] = count
      return "\(count - known) more \(count - known == 1 ? "file" : "files") \(kind.words)."
    }
  }
}
