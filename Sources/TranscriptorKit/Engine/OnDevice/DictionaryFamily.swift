/// Dictionaries whose entries share a layout.
enum DictionaryFamily: Sendable {
  /// FreeDict's dictionaries that WikDict made from Wiktionary.
  case wikDict
  /// Mueller's English-Russian dictionary.
  case mueller

  /// Recognises a family by a dictionary's file name and its entry `00databaseinfo`; nil where it is none of these.
  init?(name: String, info: String) {
    if name.hasPrefix("freedict-"), info.contains("WikDict") {
      self = .wikDict
    } else if name == "mueller7", info.contains("V.K.Mueller") {
      self = .mueller
    } else {
      return nil
    }
  }

  /// Reads the entries of one place in the text.
  func parse(_ text: String) -> [DictionaryEntry] {
    switch self {
    case .wikDict: WikDictEntry.parse(text).map { [$0] } ?? []
    case .mueller: MuellerEntry.parse(text)
    }
  }
}
