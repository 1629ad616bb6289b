import FoundationEssentials

/// Which values a setting takes.
public enum SettingKind: Equatable, Sendable {
  /// A language tag.
  case language
  /// The name of a model.
  case model
  /// One of a few words.
  case choice([String])
  /// A whole number.
  case integer(ClosedRange<Int>)
  /// Seconds, perhaps with a fraction.
  case seconds(ClosedRange<Double>)
  /// The name of an encoding, or `auto`.
  case encoding
  /// An address that a key may be sent to.
  case baseURL
  /// A version of Gemini's interface.
  case apiVersion
  /// A command as a list of its words.
  case command
  /// Shell patterns of file names (fnmatch(3)).
  case patterns

  /// The word for an encoding that is to be recognised.
  static let recognised = "auto"

  /// What is allowed, to end a sentence that begins with “must be”.
  public var allowed: String {
    switch self {
    case .language: "a language tag such as ja, pt-BR or zh-Hant"
    case .model: "the name of a model such as gemini-3.5-flash-lite: letters, digits, dots, dashes"
    case .choice(let words): words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .seconds(let range):
      "a number of seconds from \(SettingValue.seconds(range.lowerBound).text)"
        + " to \(SettingValue.seconds(range.upperBound).text)"
    case .encoding: "auto, or the name of an encoding such as windows-1251, KOI8-R or Shift_JIS"
    case .baseURL: "an https address, or an http address of this machine (127.0.0.1, localhost)"
    case .apiVersion: "a version such as v1beta or v1"
    case .command: "a command with its arguments, as a list of texts"
    case .patterns: "patterns of file names such as *.bck, without slashes, as a list of texts"
    }
  }

  /// What stands for the value in the help.
  public var placeholder: String {
    switch self {
    case .language: "LANG"
    case .model: "NAME"
    case .choice(let words): words.joined(separator: "|")
    case .integer: "NUMBER"
    case .seconds: "SECONDS"
    case .encoding: "auto|NAME"
    case .baseURL: "URL"
    case .apiVersion: "VERSION"
    case .command: "COMMAND"
    case .patterns: "PATTERNS"
    }
  }

  /// Reads a value as people type it, with white space around it left out; nil where it is not allowed.
  ///
  /// A command is a JSON array of its words, or the words with spaces between them; patterns are a JSON array, or
  /// have commas or line breaks between them.
  public func value(of text: String) -> SettingValue? {
    let text = text.trimmed
    switch self {
    case .language: return Self.language(text).map { .text($0.tag) }
    case .model: return Self.model(text).map(SettingValue.text)
    case .choice(let words): return words.contains(text) ? .text(text) : nil
    case .integer(let range):
      guard let number = Int(text), range.contains(number) else { return nil }
      return .integer(number)
    case .seconds(let range):
      guard let number = Double(text), range.contains(number) else { return nil }
      return .seconds(number)
    case .encoding:
      return text == Self.recognised ? .text(text) : TextEncoding(text).map { .text($0.name) }
    case .baseURL: return ServiceAddress.checked(text).map(SettingValue.text)
    case .apiVersion: return ServiceAddress.version(text).map(SettingValue.text)
    case .command:
      if text.hasPrefix("[") { return value(ofJSON: text) }
      return Self.command(text.split(whereSeparator: \.isWhitespace).map(String.init))
    case .patterns:
      // A pattern may itself begin with a bracket.
      if let texts = try? JSONDecoder().decode([String].self, from: Data(text.utf8)) {
        return Self.patterns(texts)
      }
      return Self.patterns(text.split { $0 == "," || $0.isNewline }.map { String($0).trimmed })
    }
  }

  /// Reads a value as a settings file holds it; nil where its type is wrong or it is not allowed.
  package func value(ofJSON json: String) -> SettingValue? {
    let decoder = JSONDecoder()
    let data = Data(json.utf8)
    switch self {
    case .language, .model, .choice, .encoding, .baseURL, .apiVersion:
      return (try? decoder.decode(String.self, from: data)).flatMap(value(of:))
    case .integer(let range):
      guard let number = try? decoder.decode(Int.self, from: data), range.contains(number) else { return nil }
      return .integer(number)
    case .seconds(let range):
      guard let number = try? decoder.decode(Double.self, from: data), range.contains(number) else {
        return nil
      }
      return .seconds(number)
    case .command: return (try? decoder.decode([String].self, from: data)).flatMap(Self.command)
    case .patterns: return (try? decoder.decode([String].self, from: data)).flatMap(Self.patterns)
    }
  }

  /// A tag whose two letters name a language; the codes of three letters are too many for a table.
  private static func language(_ text: String) -> Language? {
    guard let language = Language(text) else { return nil }
    return language.code.utf8.count == 3 || LanguageNames.knownCodes.contains(language.code) ? language : nil
  }

  /// A name that can't lead a URL's path elsewhere, without the `models/` that Google's own lists put before it.
  private static func model(_ text: String) -> String? {
    let name = text.hasPrefix("models/") ? String(text.dropFirst(7)) : text
    guard (1...128).contains(name.utf8.count), name.first != ".", name.first != "-" else { return nil }
    return name.utf8.allSatisfy(\.isNamePart) ? name : nil
  }

  private static func patterns(_ texts: [String]) -> SettingValue? {
    texts.allSatisfy { NamePattern($0) != nil } ? .list(texts) : nil
  }

  private static func command(_ words: [String]) -> SettingValue? {
    guard let program = words.first, !program.isEmpty else { return nil }
    // A NUL ends an argument (execve(2)), so that what runs would not be what was written.
    return words.contains { $0.utf8.contains(0) } ? nil : .list(words)
  }
}

extension UInt8 {
  /// An ASCII letter or digit, a dot, a dash or a low line.
  fileprivate var isNamePart: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2E, 0x2D, 0x5F: true
    default: false
    }
  }
}
