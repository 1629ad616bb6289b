/// What a dictionary says of one headword in one part of speech, whatever the dictionary's own layout.
struct DictionaryEntry: Equatable, Sendable {
  /// The headword as the dictionary writes it.
  var headword: String
  var partOfSpeech: PartOfSpeech?
  var gender: Gender?
  /// The meanings, the most usual first.
  var senses: [Sense] = []
  /// Other headwords that this one is a form or a spelling of.
  var references: [String] = []

  /// Whether this is a word of the general vocabulary, not a name, an abbreviation or a part of words.
  var isOrdinary: Bool {
    switch partOfSpeech {
    case .properNoun, .abbreviation, .prefix, .suffix, .affix, .symbol, .letter: false
    default: true
    }
  }

  /// One meaning.
  struct Sense: Equatable, Sendable {
    /// In the target language; a bracketed part narrows the use.
    var translations: [String] = []
    var glosses: [Gloss] = []
    var examples: [TranslationExample] = []
  }

  /// What tells a meaning from the others, usually in the source language.
  struct Gloss: Equatable, Sendable, CustomStringConvertible {
    /// Fields and registers, such as `architektura` and `разг.`, as the dictionary writes them.
    var labels: [String] = []
    /// A definition or a note; may be empty.
    var text = ""

    /// `label, label: text`, with what there is of it.
    var description: String {
      [labels.joined(separator: ", "), text].filter { !$0.isEmpty }.joined(separator: ": ")
    }
  }
}

/// A word's class, as far as the dictionaries tell them apart.
enum PartOfSpeech: String, CaseIterable, Sendable {
  case noun, properNoun, verb, adjective, adverb, pronoun, numeral, article, preposition, postposition
  case conjunction, interjection, particle, participle, phrase, proverb, abbreviation, prefix, suffix, affix
  case symbol, letter
}

/// A noun's grammatical gender.
enum Gender: String, CaseIterable, Sendable {
  case masculine, feminine, neuter, common
}
