/// The words of a command line, from which a command takes what it knows, one after the other.
///
/// What is asked for is also what the help lists. No call fails: the first thing wrong is kept and thrown by
/// `finish`, so that a command line with `--help` in it still yields the whole help.
package struct Arguments: Sendable {
  /// A line of the help: an option with its value, and what it does.
  package struct HelpLine: Equatable, Sendable {
    /// The options as they are typed: `--to, --target-language LANG`.
    package let names: String
    /// What it does.
    package let help: String
  }

  private struct Word {
    let index: Int
    let text: String
    /// Whether it stands after `--`, which ends the options.
    let isLiteral: Bool

    var isOption: Bool { !isLiteral && text.hasPrefix("-") && text != "-" }

    /// The option without its value.
    var name: String { String(text.prefix { $0 != "=" }) }

    /// The value of `--name=value`.
    var value: String? { text.firstIndex(of: "=").map { String(text[text.index(after: $0)...]) } }
  }

  /// What was asked for so far, in that order.
  package private(set) var helpLines: [HelpLine] = []
  private var words: [Word] = []
  private var known: [String] = []
  private var problem: Failure?

  /// Takes the words after the program's name.
  package init(_ words: [String]) {
    let end = words.firstIndex(of: "--") ?? words.endIndex
    for (index, text) in words.enumerated() where index != end {
      self.words.append(Word(index: index, text: text, isLiteral: index > end))
    }
  }

  /// Takes an option without a value; whether it is there.
  package mutating func flag(_ names: String..., help: String) -> Bool {
    describe(names, placeholder: nil, help: help)
    var found = false
    words.removeAll { word in
      guard word.isOption, names.contains(word.text) else { return false }
      found = true
      return true
    }
    while let place = words.firstIndex(where: { $0.isOption && $0.value != nil && names.contains($0.name) }) {
      refuse("\(words.remove(at: place).name) takes no value.")
    }
    return found
  }

  /// Takes an option with a value, `--name value` or `--name=value`; of several the last counts.
  package mutating func option(_ names: String..., placeholder: String, help: String) -> String? {
    option(names, placeholder: placeholder, help: help)
  }

  /// Takes an option with a value that is known by several names.
  package mutating func option(_ names: [String], placeholder: String, help: String) -> String? {
    describe(names, placeholder: placeholder, help: help)
    var value: String?
    while let position = words.firstIndex(where: { $0.isOption && names.contains($0.name) }) {
      let word = words.remove(at: position)
      if let inner = word.value {
        value = inner
      } else if position < words.count, !words[position].isOption, words[position].index == word.index + 1 {
        value = words.remove(at: position).text
      } else {
        refuse("\(word.name) needs a value.", hint: "Write \(word.name) \(placeholder).")
        return nil
      }
    }
    return value
  }

  /// Takes the next word that is no option.
  package mutating func next() -> String? {
    guard let position = words.firstIndex(where: { !$0.isOption }) else { return nil }
    return words.remove(at: position).text
  }

  /// Takes the next word that is no option, which must be there.
  package mutating func next(required label: String) -> String {
    if let word = next() { return word }
    refuse("\(label) is missing.")
    return ""
  }

  /// Takes all words that are left and no options, with their places on the command line.
  package mutating func rest() -> [(index: Int, text: String)] {
    let rest = words.filter { !$0.isOption }
    words.removeAll { !$0.isOption }
    return rest.map { ($0.index, $0.text) }
  }

  /// Notes that the command line is wrong; the first note counts.
  package mutating func refuse(_ message: String, hint: String = "") {
    if problem == nil { problem = Failure(.usage, message, hint: hint) }
  }

  /// Ends the taking.
  ///
  /// - Throws: What is wrong with the command line, or that a word is left which nobody took.
  package func finish() throws(Failure) {
    // What nobody knows comes first: it explains why something else is missing.
    if let word = words.first(where: \.isOption) {
      let hint = Suggestion.nearest(to: word.name, among: known).map { "Did you mean \($0)?" }
      throw Failure(
        .usage, "There is no option \(word.name).",
        hint: hint ?? "Put -- before words that begin with a dash, or see --help.")
    }
    if let problem { throw problem }
    if let word = words.first {
      throw Failure(.usage, "Nothing is known to do with “\(word.text)”.", hint: "See --help.")
    }
  }

  private mutating func describe(_ names: [String], placeholder: String?, help: String) {
    known += names
    let value = placeholder.map { " " + $0 } ?? ""
    helpLines.append(HelpLine(names: names.joined(separator: ", ") + value, help: help))
  }
}
