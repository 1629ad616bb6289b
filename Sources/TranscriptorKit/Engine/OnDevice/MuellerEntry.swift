/// Reads the entries of Mueller's English-Russian dictionary (`mueller7`).
///
/// Lines are wrapped; a marker starts a new piece: `_I` a homonym, `1.` a part of speech, `1)` a meaning, `а)` a part
/// of one. `_n.` names a part of speech, `_разг.` a register or field. Within a meaning `;` separates parts: one
/// that begins in Cyrillic translates, one that begins in Latin letters is an example with its translation.
enum MuellerEntry {
  /// The entries that a text holds, one for each part of speech of each homonym.
  ///
  /// An entry without meanings of its own has references: `ran` refers to `run`.
  static func parse(_ text: String) -> [DictionaryEntry] {
    var lines = text.split(separator: "\n").map(String.init)[...]
    guard let headword = lines.popFirst()?.trimmed, !headword.isEmpty else { return [] }
    var builder = Builder(headword: headword.nfc)
    for piece in pieces(lines) { builder.take(piece) }
    return builder.finish()
  }

  struct Piece: Equatable {
    enum Marker { case homonym, section, sense, subsense }
    var marker: Marker
    var text: String
  }

  /// The lines joined to pieces; what stands before the first marker counts as a homonym.
  private static func pieces(_ lines: ArraySlice<String>) -> [Piece] {
    var pieces = [Piece(marker: .homonym, text: "")]
    var latest: [Piece.Marker: Int] = [:]
    for line in lines.map(\.trimmed) where !line.isEmpty {
      if let (marker, number, rest) = marker(line), number == 1 || number == latest[marker, default: 0] + 1 {
        latest[marker] = number
        if marker == .homonym { latest[.section] = 0 }
        if marker != .subsense, marker != .sense { latest[.sense] = 0 }
        latest[.subsense] = marker == .subsense ? number : 0
        pieces.append(Piece(marker: marker, text: rest))
      } else {
        let text = pieces[pieces.count - 1].text
        // A word that is divided at its hyphen.
        let isDivided = text.last == "-" && text.dropLast().last?.isLetter == true
        pieces[pieces.count - 1].text = text + (isDivided || text.isEmpty ? "" : " ") + line
      }
    }
    return pieces
  }

  private static func marker(_ line: String) -> (Piece.Marker, number: Int, rest: String)? {
    if line.first == "_" {
      let roman = line.dropFirst().prefix { "IVX".contains($0) }
      let rest = line[roman.endIndex...]
      guard let index = romans.firstIndex(of: String(roman)), [nil, " ", "["].contains(rest.first) else {
        return nil
      }
      return (.homonym, index + 1, String(rest).trimmed)
    }
    let lead = line.prefix { $0.isASCII && $0.isNumber }
    let rest = line[lead.endIndex...]
    if let number = Int(lead), lead.count < 3 {
      if rest.first == ")" { return (.sense, number, String(rest.dropFirst()).trimmed) }
      if rest == "." || rest.hasPrefix(". ") { return (.section, number, String(rest.dropFirst()).trimmed) }
    }
    if let letter = line.first, let index = letters.firstIndex(of: letter), line.dropFirst().first == ")" {
      return (.subsense, index + 1, String(line.dropFirst(2)).trimmed)
    }
    return nil
  }

  private static let romans = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"]
  private static let letters = Array("абвгдежзиклмнопрстуфхцч")
}

/// Collects the pieces of one text.
private struct Builder {
  let headword: String
  private var entries: [DictionaryEntry] = []
  private var homonym = MuellerLead()
  /// Labels of the part of speech, which hold for each of its meanings.
  private var labels: [String] = []
  /// The latest phrase or example, which Russian parts behind it translate as well.
  private var phrase: String?
  /// Whether that phrase has its translations as `а)`, `б)`.
  private var phraseIsOpen = false

  init(headword: String) { self.headword = headword }

  mutating func take(_ piece: MuellerEntry.Piece) {
    switch piece.marker {
    case .homonym:
      homonym = MuellerLead(of: piece.text, isHeading: true)
      begin(homonym, labels: homonym.labels)
    case .section:
      let lead = MuellerLead(of: piece.text, isHeading: true)
      begin(lead, labels: homonym.labels + lead.labels)
    case .sense:
      beginSense(MuellerLead(of: piece.text, isHeading: false))
    case .subsense:
      let lead = MuellerLead(of: piece.text, isHeading: false)
      // Its Russian translates the phrase before it, or else the word; never an example of the part before.
      if !phraseIsOpen { phrase = nil }
      if entries[entries.count - 1].senses.isEmpty {
        beginSense(lead)
      } else {
        add(lead)
      }
    }
  }

  func finish() -> [DictionaryEntry] {
    let full = entries.compactMap { entry -> DictionaryEntry? in
      var entry = entry
      for index in entry.senses.indices {
        entry.senses[index].examples.removeAll { !Self.isWorthShowing($0) }
      }
      entry.senses = SenseOrder.sorted(
        entry.senses.filter { !$0.translations.isEmpty || !$0.examples.isEmpty })
      return entry.senses.isEmpty && entry.references.isEmpty ? nil : entry
    }
    let own = full.filter { !$0.senses.isEmpty }
    return own.isEmpty ? full : own
  }

  /// Whether an example is a phrase with a translation, and not one word or a hint to another headword.
  private static func isWorthShowing(_ example: TranslationExample) -> Bool {
    example.original.contains(" ") && !["см.", "тж."].contains(where: example.translation.hasPrefix)
  }

  private mutating func begin(_ lead: MuellerLead, labels: [String]) {
    let part = lead.partOfSpeech ?? homonym.partOfSpeech
    entries.append(DictionaryEntry(headword: headword, partOfSpeech: part))
    self.labels = labels
    guard !lead.rest.isEmpty else { return }
    var sense = lead
    sense.labels = []
    beginSense(sense)
  }

  private mutating func beginSense(_ lead: MuellerLead) {
    var gloss = DictionaryEntry.Gloss()
    gloss.labels = (labels + lead.labels).uniqued.map { $0 + "." } + [lead.note].filter { !$0.isEmpty }
    let glosses = gloss.description.isEmpty ? [] : [gloss]
    entries[entries.count - 1].senses.append(DictionaryEntry.Sense(glosses: glosses))
    phrase = nil
    phraseIsOpen = false
    add(lead)
  }

  /// Adds the parts of a piece to the latest meaning.
  private mutating func add(_ lead: MuellerLead) {
    let entry = entries.count - 1
    let sense = entries[entry].senses.count - 1
    for part in MuellerPart.parts(of: lead.rest, isNoun: entries[entry].partOfSpeech == .noun) {
      switch part {
      case .translations(let words):
        if let phrase {
          addExample(phrase, words.joined(separator: ", "), to: sense, of: entry)
        } else {
          entries[entry].senses[sense].translations += words.filter {
            !entries[entry].senses[sense].translations.contains($0)
          }
        }
      case .example(let original, let translation):
        addExample(original, translation, to: sense, of: entry)
        if !phraseIsOpen { phrase = original }
      case .phrase(let text):
        phrase = text
        phraseIsOpen = true
      case .reference(let word):
        if !entries[entry].references.contains(word) { entries[entry].references.append(word) }
      }
    }
  }

  /// Adds one more translation of a phrase, to the example that it has already where there is one.
  private mutating func addExample(_ phrase: String, _ translation: String, to sense: Int, of entry: Int) {
    let examples = entries[entry].senses[sense].examples
    if let index = examples.lastIndex(where: { $0.original == phrase }) {
      entries[entry].senses[sense].examples[index].translation += "; " + translation
    } else {
      entries[entry].senses[sense].examples.append(
        TranslationExample(original: phrase, translation: translation))
    }
  }
}
