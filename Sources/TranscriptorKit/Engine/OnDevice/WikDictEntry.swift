/// Reads the entries of the FreeDict dictionaries that WikDict made from Wiktionary.
///
/// A line `headword /ipa/ <part of speech, gender>`, then the senses: a line of translations, separated by commas,
/// and lines of glosses in the source language. Several senses are numbered `1. `, `2. `, and several glosses of
/// one sense ` 2.`, ` 3.`, since the translation counts as the first.
enum WikDictEntry {
  /// The entry that a text holds; nil where it translates nothing.
  static func parse(_ text: String) -> DictionaryEntry? {
    var lines = text.split(separator: "\n").map(String.init)[...]
    guard let head = lines.popFirst(), let first = lines.first else { return nil }
    var entry = Self.head(head)
    let isNumbered = number(first)?.number == 1
    // Some contributors numbered their glosses as well; then a number behind a translation starts no sense.
    let numbersGlosses = isNumbered && number(lines.dropFirst().first ?? "").map { $0.number != 2 } ?? false
    var previous = Line.start
    for line in lines {
      if previous != .marker, isNumbered || previous == .start,
        let sense = translation(
          line, at: entry.senses.count + 1, numbered: isNumbered),
        !(numbersGlosses && previous == .translation)
      {
        entry.senses.append(DictionaryEntry.Sense(translations: translations(sense.text)))
        previous = sense.hasMarker ? .marker : .translation
      } else if isMarker(line) {
        previous = .marker
      } else {
        let gloss = gloss(line, dropsNumber: isNumbered ? numbersGlosses : true)
        if !gloss.description.isEmpty { entry.senses[entry.senses.count - 1].glosses.append(gloss) }
        previous = .gloss
      }
    }
    entry.senses = SenseOrder.sorted(entry.senses.filter { !$0.translations.isEmpty })
    return entry.senses.isEmpty ? nil : entry
  }

  private enum Line { case start, translation, marker, gloss }

  /// The first line: the headword ends where a pronunciation or the grammar begins.
  private static func head(_ line: String) -> DictionaryEntry {
    var end = line.endIndex
    var tags: [String] = []
    if line.hasSuffix(">"), let open = line.lastIndex(of: "<") {
      let inside = line[line.index(after: open)...].dropLast()
      tags = inside.split(separator: ",").map { String($0).trimmed }
      end = open
    }
    let spoken = line[..<end].firstRange(of: " /")?.lowerBound ?? end
    var entry = DictionaryEntry(headword: String(line[..<spoken]).trimmed.nfc)
    for tag in tags {
      if let gender = genders[tag] { entry.gender = gender }
      if let part = partOfSpeech(tag) { entry.partOfSpeech = part }
    }
    return entry
  }

  /// A line that starts the given sense: its translations, and whether a gloss with a marker follows.
  private static func translation(
    _ line: String, at count: Int, numbered: Bool
  ) -> (text: String, hasMarker: Bool)? {
    var text = line
    if numbered {
      guard let (number, rest) = number(line), number == count else { return nil }
      text = rest
    }
    guard text.hasSuffix(" 2.") else { return (text, false) }
    return (String(text.dropLast(3)), true)
  }

  /// `12. text`, taken apart.
  private static func number(_ line: String) -> (number: Int, text: String)? {
    let digits = line.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, digits.count < 4, let number = Int(digits) else { return nil }
    let rest = line[digits.endIndex...]
    return rest.hasPrefix(". ") ? (number, String(rest.dropFirst(2))) : nil
  }

  /// Whether a line is only a marker, ` 3.` for instance.
  private static func isMarker(_ line: String) -> Bool {
    guard line.first == " ", line.last == "." else { return false }
    return line.dropFirst().dropLast().allSatisfy { $0.isASCII && $0.isNumber } && line.count > 2
  }

  private static func translations(_ line: String) -> [String] {
    unlinked(line).splitOutsideBrackets(",").map { untagged($0).withoutStress.collapsed.nfc }
      .filter { $0.unicodeScalars.contains(where: \.isLetterOrNumber) }.uniqued
  }

  private static func gloss(_ line: String, dropsNumber: Bool) -> DictionaryEntry.Gloss {
    var text = line
    // What stands before the end of a template are its arguments.
    if let end = text.ranges(of: "}}").last { text = String(text[end.upperBound...]) }
    text = untagged(unlinked(text)).replacing("{{", with: "").replacing("()", with: "").collapsed
    if let bar = text.firstIndex(of: "|"), text[..<bar].count <= 3, text.first?.isNumber == true {
      text = String(text[text.index(after: bar)...])
    }
    text = text.replacing("|", with: ", ").collapsed
    // One digit before a small letter is a sense of another dictionary; "3. (osoba)" and "16. bis" are text.
    if dropsNumber, let (number, rest) = number(text), number < 10, rest.first?.isLowercase == true {
      text = rest
    }
    // "see" and "person" are words of the sentence, not labels, although the data has them in brackets.
    text = withoutSenseMarks(text).replacing("(zobacz)", with: "zobacz").replacing("(osoba)", with: "osoba")
    text = withoutEdges(text)
    var gloss = DictionaryEntry.Gloss()
    while let (labels, rest) = leadingLabels(text) {
      gloss.labels += labels
      text = rest
    }
    gloss.labels = gloss.labels.uniqued
    gloss.text = text.nfc
    return gloss
  }

  /// `(architektura, architektoniczny) budynek`: the labels without the derived words, and the rest.
  private static func leadingLabels(_ text: String) -> (labels: [String], rest: String)? {
    guard text.first == "(", let close = text.firstIndex(of: ")") else { return nil }
    let inside = text[text.index(after: text.startIndex)..<close]
    guard !inside.contains("("), !inside.isEmpty else { return nil }
    var labels: [String] = []
    for term in inside.split(separator: ",").map({ String($0).trimmed }) {
      guard term.split(separator: " ").count <= 3 else { return nil }
      if !labels.contains(where: { $0.prefix(3) == term.prefix(3) }) { labels.append(term) }
    }
    let rest = text[text.index(after: close)...].drop { $0 == " " || $0 == ":" }
    return (labels, String(rest))
  }

  /// The text without the punctuation that is left over at its ends.
  private static func withoutEdges(_ text: String) -> String {
    let edges: Set<Character> = [";", ":", ",", "…", "=", " "]
    var text = String(text.drop(while: edges.contains))
    while let last = text.last, last == ";" || last == "," || last == " " { text.removeLast() }
    // A full stop goes, unless it may belong to an abbreviation.
    let word = text.dropLast().reversed().prefix { $0.isLetter }
    if text.last == ".", word.count > 4 { text.removeLast() }
    return text
  }

  /// `[[word|shown]]` as `shown`, `[[word]]` as `word`.
  private static func unlinked(_ text: String) -> String {
    var plain = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "[["),
      let close = rest[open.upperBound...].firstRange(of: "]]")
    {
      let link = rest[open.upperBound..<close.lowerBound]
      plain += rest[..<open.lowerBound] + (link.split(separator: "|").last ?? "")
      rest = rest[close.upperBound...]
    }
    return plain + rest
  }

  /// The text without HTML tags; a `<` that starts none stays.
  private static func untagged(_ text: String) -> String {
    var plain = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "<") {
      let inside = rest[rest.index(after: open)...]
      guard let close = inside.firstIndex(of: ">"), let first = inside.first, first == "/" || first.isLetter
      else { break }
      plain += rest[..<open]
      rest = rest[rest.index(after: close)...]
    }
    return plain + rest
  }

  /// `Bahnhof[1]` as `Bahnhof`: the numbers are those of another dictionary.
  private static func withoutSenseMarks(_ text: String) -> String {
    var plain = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "["), let close = rest[open...].firstIndex(of: "]") {
      let inside = rest[rest.index(after: open)..<close]
      let isMark = inside.allSatisfy { $0.isNumber || $0 == "," || $0 == " " || $0 == "–" }
      let isAttached = open > rest.startIndex && !rest[rest.index(before: open)].isWhitespace
      plain += rest[..<open] + (isMark && isAttached ? "" : rest[open...close])
      rest = rest[rest.index(after: close)...]
    }
    return plain + rest
  }

  private static let genders: [String: Gender] = [
    "masc": .masculine, "fem": .feminine, "neut": .neuter, "ut": .common,
  ]

  private static func partOfSpeech(_ tag: String) -> PartOfSpeech? {
    switch tag.lowercased() {
    case "n": .noun
    case "pn": .properNoun
    case "v", "modal": .verb
    case "adj", "possessiveadjective": .adjective
    case "adv", "pronominaladverb": .adverb
    case "collective", "numeralfraction": .numeral
    case "determiner", "article": .article
    case "idiom", "phraseologicalunit", "phrase": .phrase
    case "acronym", "abbreviation", "initialism": .abbreviation
    case "participleadjective", "participle": .participle
    case let tag where tag.hasSuffix("pronoun"): .pronoun
    case let tag where tag.hasSuffix("numeral"): .numeral
    case let tag where tag.hasSuffix("article"): .article
    case let tag: PartOfSpeech(rawValue: tag)
    }
  }
}
