/// A dictionary on this machine that the on-device engine can use.
package struct InstalledDictionary: Hashable, Sendable {
  /// The file name without suffixes: `freedict-pol-rus`.
  package let name: String
  package let source: Language
  package let target: Language
  /// What the dictionary calls itself.
  package let title: String
}

/// All dictionaries on this machine, opened when they are first asked.
///
/// Runs on a queue of its own, since it waits for the disk.
actor DictionaryLibrary {
  /// What asking the dictionaries brought.
  struct Outcome: Sendable {
    /// Dictionaries that know the word, at most one for each source language.
    var hits: [Hit] = []
    /// All that could be asked.
    var asked: [InstalledDictionary] = []
    /// What is wrong with those that could not.
    var broken: [DictionaryError] = []
  }

  /// The entries that one dictionary has for the word.
  struct Hit: Sendable {
    var dictionary: InstalledDictionary
    var entries: [DictionaryEntry]
  }

  private enum Opened {
    case usable(WordDictionary)
    /// Of a family that we can't read, with what its index was.
    case foreign(FileStatus?)
  }

  private let executor = BlockingExecutor(label: "transcriptor.dictionaries")
  private var catalog: DictionaryCatalog
  private var opened: [DictionaryFiles: Opened] = [:]

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(folders: [String]) { catalog = DictionaryCatalog(folders: folders) }

  /// Every dictionary that can be used.
  func installed() -> [InstalledDictionary] {
    dictionaries().compactMap { files in
      (try? open(files)).flatMap { $0 }.map(Self.describe)
    }
  }

  /// Looks a word up in the dictionaries to a language.
  /// - Parameters:
  ///   - target: An ISO 639 code.
  ///   - isCandidate: Which source languages to ask, by their codes.
  func search(_ word: String, to target: String, from isCandidate: @Sendable (String) -> Bool) throws
    -> Outcome
  {
    var outcome = Outcome()
    // Mueller's sorts behind FreeDict's, but has far more words of English.
    for files in dictionaries().reversed()
    where LanguageCodes.same(files.target.code, target) && isCandidate(files.source.code) {
      try Task.checkCancellation()
      do {
        guard let dictionary = try open(files) else { continue }
        let entries = try dictionary.entries(for: word)
        let description = Self.describe(dictionary)
        outcome.asked.insert(description, at: 0)
        if !entries.isEmpty, !outcome.hits.contains(where: { $0.dictionary.source == files.source }) {
          outcome.hits.append(Hit(dictionary: description, entries: entries))
        }
      } catch {
        opened[files] = nil
        outcome.broken.append(error)
      }
    }
    return outcome
  }

  /// All dictionaries there are now; those that are gone are closed.
  private func dictionaries() -> [DictionaryFiles] {
    let files = catalog.dictionaries()
    if opened.count > files.count { opened = opened.filter { files.contains($0.key) } }
    return files
  }

  /// A dictionary, opened anew where its files have changed; nil where we can't read its family.
  private func open(_ files: DictionaryFiles) throws(DictionaryError) -> WordDictionary? {
    switch opened[files] {
    case .usable(let dictionary) where dictionary.isCurrent: return dictionary
    case .foreign(let status) where status == FileStatus(path: files.indexPath): return nil
    default: break
    }
    opened[files] = nil
    let status = FileStatus(path: files.indexPath)
    let dictionary = try WordDictionary.open(files)
    opened[files] = dictionary.map(Opened.usable) ?? .foreign(status)
    return dictionary
  }

  private static func describe(_ dictionary: WordDictionary) -> InstalledDictionary {
    InstalledDictionary(
      name: dictionary.files.name, source: dictionary.files.source, target: dictionary.files.target,
      title: dictionary.title)
  }
}
