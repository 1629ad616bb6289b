/// What stands before the translations of a piece of Mueller's dictionary: transcription, grammar, labels, notes.
struct MuellerLead {
  var partOfSpeech: PartOfSpeech?
  /// Registers and fields, without the dot: `разг`, `тех`.
  var labels: [String] = []
  /// A bracket in English that narrows the meaning, such as `the H.`, without the brackets.
  var note = ""
  /// What follows, with `_` before the labels in it.
  var rest = ""

  init() {}

  /// Takes the lead off a piece.
  /// - Parameter isHeading: Whether brackets are about the word's forms, `(ran - run)`, and not about a meaning.
  init(of text: String, isHeading: Bool) {
    var text = text[...]
    while let first = text.first {
      if first == " " || first == "," {
        text.removeFirst()
      } else if text.hasPrefix("и _") {
        // "_p. и _p-p. от swing": past tense and participle.
        text = text.dropFirst(2)
      } else if first == "[", let end = text.firstIndex(of: "]") {
        text = text[text.index(after: end)...]
      } else if let (label, rest) = Self.label(text) {
        if let part = Self.partsOfSpeech[label] {
          partOfSpeech = partOfSpeech ?? part
        } else if !Self.forms.contains(label), !(label == "pl" && rest.trimmingPrefix(" ").first == "[") {
          labels.append(label)
        }
        text = rest
      } else if first == "(", let end = text.firstIndex(of: ")"),
        text[..<end].unicodeScalars.contains(where: \.isLatin)
      {
        if !isHeading { note = MuellerPart.unlabelled(String(text[..<end].dropFirst())) }
        text = text[text.index(after: end)...]
      } else {
        break
      }
    }
    rest = String(text).trimmed
  }

  /// A label at a text's start, without `_` and dot, and what follows it.
  static func label(_ text: Substring) -> (label: String, rest: Substring)? {
    guard text.first == "_" else { return nil }
    let name = text.dropFirst().prefix { $0.isLetter || $0 == "-" }
    guard !name.isEmpty else { return nil }
    let rest = text[name.endIndex...]
    return (String(name), rest.first == "." ? rest.dropFirst() : rest)
  }

  private static let partsOfSpeech: [String: PartOfSpeech] = [
    "n": .noun, "a": .adjective, "v": .verb, "adv": .adverb, "prep": .preposition, "pron": .pronoun,
    "cj": .conjunction, "conj": .conjunction, "interj": .interjection, "inter": .interjection,
    "num": .numeral, "n-card": .numeral, "n-ord": .numeral, "pref": .prefix, "suf": .suffix,
    "part": .particle, "сокр": .abbreviation,
  ]

  /// Names of a word's forms, which say nothing of a meaning.
  private static let forms: Set = [
    "p", "p-p", "pres-p", "comp", "sup", "sg", "inf", "pass", "indef", "obj", "poss", "pers", "rel", "emph",
  ]
}
