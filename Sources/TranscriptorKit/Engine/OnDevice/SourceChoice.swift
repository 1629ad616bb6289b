/// Decides which language a word is in, when dictionaries of several languages know it.
enum SourceChoice {
  /// The hits, the likeliest language first.
  ///
  /// First come languages that write the word with the same capital letters, then those in which it has more
  /// meanings, up to three, then those that are read by more people.
  static func ranked(_ hits: [DictionaryLibrary.Hit], for word: String) -> [DictionaryLibrary.Hit] {
    let word = word.nfc.trimmingOuterPunctuation
    return hits.sorted { left, right in
      let first = rank(left, word)
      let second = rank(right, word)
      return first == second ? left.dictionary.name < right.dictionary.name : first < second
    }
  }

  /// Smaller is likelier.
  private static func rank(_ hit: DictionaryLibrary.Hit, _ word: String) -> (Int, Int, Int) {
    let isExact = hit.entries.contains { $0.headword == word }
    let senses = hit.entries.filter(\.isOrdinary).reduce(0) { $0 + $1.senses.count }
    let readers = order.firstIndex(of: hit.dictionary.source.code) ?? order.count
    return (isExact ? 0 : 1, -min(3, senses), readers)
  }

  private static let order = ["en", "de", "fr", "es", "it", "pt", "pl", "nl", "sv", "fi", "el", "ja"]
}
