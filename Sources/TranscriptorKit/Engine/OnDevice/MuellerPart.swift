/// One part of a meaning in Mueller's dictionary, as `;` separates them.
enum MuellerPart: Equatable {
  case translations([String])
  case example(original: String, translation: String)
  /// An English phrase whose translations follow as `а)`, `б)`.
  case phrase(String)
  /// Another headword that this one is a form or a spelling of.
  case reference(String)

  /// Takes a meaning apart.
  /// - Parameter isNoun: Whether a participle behind a comma describes the noun before it.
  static func parts(of text: String, isNoun: Bool) -> [MuellerPart] {
    withoutBraces(text).splitOutsideBrackets(";").flatMap { parts(in: $0, isNoun: isNoun) }
  }

  /// The text without the underscores that mark labels.
  static func unlabelled(_ text: String) -> String { text.replacing("_", with: "").collapsed }

  private static func parts(in text: String, isNoun: Bool) -> [MuellerPart] {
    var text = text[...]
    var labels: [String] = []
    while let (label, rest) = MuellerLead.label(text) {
      labels.append(label + ".")
      text = rest.drop { $0 == " " }
    }
    for start in ["= ", "см. ", "от "] where text.hasPrefix(start) {
      let words = text.dropFirst(start.count).split(separator: " и ").map(reference)
      let isEnglish = words.allSatisfy { !$0.isEmpty && !$0.unicodeScalars.contains(where: \.isCyrillic) }
      if isEnglish, !words.isEmpty { return words.map(MuellerPart.reference) }
    }
    guard let letter = text.unicodeScalars.first(where: { $0.isLatin || $0.isCyrillic }) else { return [] }
    if letter.isLatin { return example(String(text)).map { [$0] } ?? [] }
    // "усиливает значение прилагательного: a good long walk …"
    if let colon = text.firstRange(of: ": "),
      let next = text[colon.upperBound...].unicodeScalars.first(where: { $0.isLatin || $0.isCyrillic }),
      next.isLatin
    {
      let before = text[..<colon.lowerBound]
      let example = example(String(text[colon.upperBound...])).map { [$0] } ?? []
      return before.hasSuffix("напр.") ? example : translations(before, labels, isNoun) + example
    }
    // A semicolon that is missing behind a bracket.
    if let close = text.ranges(of: ") ").first(where: { text[$0.upperBound...].first?.isASCII == true }),
      text[close.upperBound...].unicodeScalars.first?.isLatin == true,
      case .example(let original, let translation) = example(String(text[close.upperBound...]))
    {
      let before = text[..<close.upperBound]
      return translations(before, labels, isNoun) + [.example(original: original, translation: translation)]
    }
    return translations(text, labels, isNoun)
  }

  private static func translations(_ text: Substring, _ labels: [String], _ isNoun: Bool) -> [MuellerPart] {
    var words: [String] = []
    for piece in unlabelled(String(text)).splitOutsideBrackets(",") {
      if !words.isEmpty, continues(piece, isNoun: isNoun) {
        words[words.count - 1] += ", " + piece
      } else if piece.unicodeScalars.contains(where: \.isCyrillic) {
        words.append(piece)
      }
    }
    // The label of a part holds for its translations, not for the meaning.
    if !labels.isEmpty { words = words.map { "(\(labels.joined(separator: " "))) " + $0 } }
    return words.isEmpty ? [] : [.translations(words.map(\.withoutStress))]
  }

  /// Whether a piece behind a comma belongs to the translation before it: a clause, or a participle.
  private static func continues(_ piece: String, isNoun: Bool) -> Bool {
    let words = piece.split(separator: " ").map(String.init)
    guard let first = words.first else { return false }
    if clauses.contains(first) || first.hasPrefix("котор") { return true }
    if words.count > 1, words[1].hasPrefix("котор") { return true }
    guard isNoun, words.count > 1 else { return false }
    return participles.contains { first.hasSuffix($0) }
  }

  /// Splits an example where its Russian begins.
  private static func example(_ text: String) -> MuellerPart? {
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    // An open bracket is English as soon as a Latin letter stands in it, "(или with)", else part of the Russian.
    var bracket: (start: String.Index, isEnglish: Bool)?
    var split: String.Index?
    while index < scalars.endIndex, split == nil {
      let scalar = scalars[index]
      if scalar == "(" {
        bracket = (index, false)
      } else if scalar == ")" {
        if let open = bracket, !open.isEnglish, scalars[open.start..<index].contains(where: \.isCyrillic) {
          split = open.start
        }
        bracket = nil
      } else if scalar.isLatin {
        bracket?.isEnglish = true
      } else if scalar.isCyrillic, bracket == nil {
        split = index
      }
      scalars.formIndex(after: &index)
    }
    guard let split else {
      let phrase = withoutLabels(text)
      return phrase.isEmpty ? nil : .phrase(phrase)
    }
    // A label belongs to the Russian: its dot would else stand at the end of the English.
    let original = withoutLabels(String(text[..<split])).replacing("или ", with: "or ")
    let translation = withoutLabels(labelStart(text, split))
    guard !original.isEmpty, !translation.isEmpty else { return nil }
    return .example(original: original, translation: translation.withoutStress)
  }

  /// The text from an index on, without the rest of a label that the index lies in.
  private static func labelStart(_ text: String, _ split: String.Index) -> String {
    let before = text[..<split]
    return (before.last == "_" ? "_" : "") + text[split...]
  }

  /// The text without labels and without quotes and punctuation that are left over at its ends.
  private static func withoutLabels(_ text: String) -> String {
    var plain = ""
    var rest = text[...]
    while let mark = rest.firstIndex(of: "_") {
      plain += rest[..<mark]
      guard let (_, after) = MuellerLead.label(rest[mark...]) else {
        rest = rest[rest.index(after: mark)...]
        continue
      }
      rest = after
    }
    var answer = (plain + rest).collapsed
    while let last = answer.last, [",", ":", ";", " ", "=", "-"].contains(last) { answer.removeLast() }
    return answer
  }

  /// `frizz I` as `frizz`, `pour 1` as `pour`.
  private static func reference(_ text: Substring) -> String {
    var words = text.split(whereSeparator: { $0.isWhitespace || $0 == "," }).map(String.init)
    if let end = words.firstIndex(where: { $0.first == "(" }) { words.removeSubrange(end...) }
    while let last = words.last, words.count > 1,
      last.allSatisfy({ $0.isNumber || $0 == ")" || "IVX".contains($0) })
    {
      words.removeLast()
    }
    return words.joined(separator: " ")
  }

  /// `{…}` only points to other meanings.
  private static func withoutBraces(_ text: String) -> String {
    var plain = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      plain += rest[..<open]
      rest = rest[rest.index(after: close)...]
    }
    return plain + rest
  }

  private static let clauses: Set = [
    "кто", "кого", "кому", "что", "чего", "чему", "чем", "где", "когда", "куда", "откуда", "как", "чтобы",
    "чей",
    "чья", "чьё", "чьи", "если", "но", "а", "или", "т.е.", "особ.", "обыкн.", "напр.", "тж.",
  ]
  private static let participles = [
    "щий", "щая", "щее", "щие", "щийся", "щаяся", "щееся", "щиеся", "вший", "вшая", "вшее", "вшие", "вшийся",
    "нный", "нная", "нное", "нные", "мый", "мая", "мое", "мые", "тый", "тая", "тое", "тые",
  ]
}
