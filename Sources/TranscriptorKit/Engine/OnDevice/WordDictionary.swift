/// An open dictionary of a family that we can read.
final class WordDictionary {
  let files: DictionaryFiles
  /// What the dictionary calls itself, on one line.
  let title: String
  private let index: DictionaryIndex
  private let text: DictionaryText
  private let family: DictionaryFamily
  private let keepsPunctuation: Bool

  private init(
    _ files: DictionaryFiles, title: String, index: DictionaryIndex, text: DictionaryText,
    family: DictionaryFamily, keepsPunctuation: Bool
  ) {
    self.files = files
    self.title = title
    self.index = index
    self.text = text
    self.family = family
    self.keepsPunctuation = keepsPunctuation
  }

  /// Opens a dictionary; nil where it is of no family that we can read.
  static func open(_ files: DictionaryFiles) throws(DictionaryError) -> WordDictionary? {
    let index = try DictionaryIndex(path: files.indexPath)
    let text = try DictionaryText(path: files.textPath)
    let keepsPunctuation = try !index.places(of: "00-database-allchars").isEmpty
    let prefix = keepsPunctuation ? "00-database-" : "00database"
    let info = try index.places(of: prefix + "info").first.map(text.entry)
    guard let family = DictionaryFamily(name: files.name, info: info ?? "") else { return nil }
    let short = try index.places(of: prefix + "short").first.map(text.entry) ?? ""
    let lines = short.split(separator: "\n").map { String($0).collapsed }
    return WordDictionary(
      files, title: lines.last { !$0.isEmpty && !$0.hasPrefix("00") } ?? files.name, index: index, text: text,
      family: family, keepsPunctuation: keepsPunctuation)
  }

  /// Whether the files are still those that were opened.
  var isCurrent: Bool {
    FileStatus(path: files.indexPath) == index.status && FileStatus(path: files.textPath) == text.status
  }

  /// The entries for a word or a set phrase, in the dictionary's order; empty where it is unknown.
  ///
  /// Where the word is only a form or a spelling of others, these are answered.
  func entries(for word: String) throws(DictionaryError) -> [DictionaryEntry] {
    let found = try ownEntries(for: word)
    let full = found.filter { !$0.senses.isEmpty }
    guard full.isEmpty else { return full }
    var referred: [DictionaryEntry] = []
    for reference in found.flatMap(\.references).uniqued.prefix(3) {
      referred += try ownEntries(for: reference).filter { !$0.senses.isEmpty }
    }
    return referred
  }

  private func ownEntries(for word: String) throws(DictionaryError) -> [DictionaryEntry] {
    for key in HeadwordKey.candidates(for: word, keepsPunctuation: keepsPunctuation)
    where !key.hasPrefix("00database") && !key.hasPrefix("00-database") {
      var entries: [DictionaryEntry] = []
      for place in try index.places(of: key) { entries += family.parse(try text.entry(at: place)) }
      if !entries.isEmpty { return entries }
    }
    return []
  }
}
