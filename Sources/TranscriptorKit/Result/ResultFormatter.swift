/// A result as a person reads it: the text file of the outbox, and what the commands print.
public enum ResultFormatter {
  /// The result as plain text: line feeds, one of them at the end, and no Markdown.
  ///
  /// Its parts, each where it says something: the badge of the source language; the normal form with its synonyms; the
  /// translation; under a divider, the examples that do not already stand in the translation; and notes on what to
  /// expect of it.
  ///
  /// No character of the text commands a terminal or misleads a reader. Line breaks of all kinds are line feeds, and a
  /// tab is spaces. Other control characters appear as U+FFFD. The characters that change the direction of writing
  /// (Unicode's UAX #9, section 2) are left out: scripts written from right to left need none to be read.
  public static func text(for result: TranslationResult) -> String {
    let meta = result.meta
    let translation = meta.translatedText.plainLines
    let examples = Example.notStanding(in: translation, of: meta.examples)
    let parts = [
      meta.sourceLanguage.plainLine,
      lines([meta.normalForm.plainLine, meta.synonyms.plainLine.after("≈ ")]),
      translation,
      lines(examples.map { $0.line.after("• ") }).after(divider + "\n\n"),
      lines(notes(for: result).map { $0.plainLine.after("Note: ") }),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private static let divider = String(repeating: "─", count: 24)

  private static func lines(_ lines: [String]) -> String {
    lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func notes(for result: TranslationResult) -> [String] {
    switch result.quality {
    case .gist: ["this gives the gist; expect slips of grammar."] + result.warnings
    case .gloss: ["this is word by word, not a fluent translation."] + result.warnings
    case .good, nil: result.warnings
    }
  }
}

/// An example as it is printed: both sides on one line.
private struct Example: Equatable {
  let original: String
  let translation: String

  /// The examples that a translation does not show already, each once.
  static func notStanding(in translation: String, of examples: [TranslationExample]) -> [Example] {
    let translation = translation.collapsingWhitespace
    return examples.reduce(into: []) { shown, example in
      let example = Example(
        original: example.original.plainLine, translation: example.translation.plainLine)
      if !example.stands(in: translation), !shown.contains(example) { shown.append(example) }
    }
  }

  var line: String { [original, translation].filter { !$0.isEmpty }.joined(separator: " — ") }

  /// Whether both sides are in a text; one alone may be there by chance, as a short sentence within a longer one.
  private func stands(in text: String) -> Bool {
    [original, translation].map(\.collapsingWhitespace).allSatisfy { $0.isEmpty || text.contains($0) }
  }
}

extension String {
  /// The text without what no reader should meet; line breaks stay.
  private var plain: String {
    var text = Self.UnicodeScalarView()
    for scalar in normalisingLineBreaks.unicodeScalars where !scalar.isDirectionControl {
      switch scalar {
      case "\t": text.append(contentsOf: "    ".unicodeScalars)
      case "\n": text.append(scalar)
      default: text.append(scalar.isControl ? "\u{FFFD}" : scalar)
      }
    }
    return String(text)
  }

  /// The text on one line, without white space at its ends; spaces that allow no line break stay what they are.
  fileprivate var plainLine: String {
    plain.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
  }

  /// The text on its lines, without empty lines at its ends and without white space at the ends of lines.
  fileprivate var plainLines: String {
    let lines = plain.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.lastIndex { !$0.isWhitespace }.map { line[...$0] } ?? ""
    }
    let inner = lines.drop(while: \.isEmpty).reversed().drop(while: \.isEmpty).reversed()
    return inner.joined(separator: "\n")
  }

  fileprivate var collapsingWhitespace: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The text after a prefix; nothing where it is empty.
  fileprivate func after(_ prefix: String) -> String { isEmpty ? "" : prefix + self }
}
