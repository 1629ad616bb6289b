/// The settings by the names that files hold them under and people type.
///
/// The key of the Gemini API is none of them: it never stands in a settings file, an option or an argument.
public enum SettingKey: String, CaseIterable, Sendable {
  /// The language to translate into.
  case targetLanguage
  /// The language for texts that are in the target language already.
  case secondTargetLanguage
  /// The Gemini model.
  case model
  /// How much a translation says.
  case detailLevel
  /// Which engine answers.
  case engine
  /// How many texts are translated at once.
  case maxConcurrent
  /// How many requests a minute may be sent.
  case requestsPerMinute
  /// How often the inbox is looked at.
  case pollInterval
  /// How long a file must stay the same before it is taken.
  case settleTime
  /// The largest text that is taken.
  case maxInputBytes
  /// Which names are left alone, beside those that the program knows.
  case heldNames
  /// What becomes of an original whose result is in the outbox.
  case originals
  /// The encoding of texts that are in no form of Unicode.
  case encoding
  /// Where Gemini is asked.
  case baseURL
  /// The version of Gemini's interface.
  case apiVersion
  /// The command that prints the key.
  case apiKeyCommand

  /// Where a setting is kept.
  public enum Scope: Sendable {
    /// In the group's `settings.json`, for all programs that share it.
    case shared
    /// In the user's own `config.json`, since who sets it could take the key or run a program.
    case personal
  }

  /// Everything that is to know of a setting.
  private struct Row {
    let scope: Scope
    let kind: SettingKind
    let fallback: String?
    let shortOption: String?
    let help: String

    init(
      _ scope: Scope, _ kind: SettingKind, default fallback: String? = nil, option: String? = nil,
      _ help: String
    ) {
      self.scope = scope
      self.kind = kind
      self.fallback = fallback
      shortOption = option
      self.help = help
    }
  }

  private var row: Row {
    switch self {
    case .targetLanguage: Row(.shared, .language, option: "--to", "the language to translate into")
    case .secondTargetLanguage:
      Row(.shared, .language, "kept for a later version; not used yet")
    case .model: Row(.shared, .model, default: "gemini-3.5-flash-lite", "the Gemini model")
    case .detailLevel:
      Row(
        .shared, .choice(DetailLevel.allCases.map(\.rawValue)), default: DetailLevel.standard.rawValue,
        option: "--detail", "how much a translation says")
    case .engine:
      Row(
        .shared, .choice(EngineChoice.allCases.map(\.rawValue)), default: EngineChoice.auto.rawValue,
        "who translates; auto is Gemini where a key is set, else on-device")
    case .maxConcurrent:
      Row(.shared, .integer(1...256), default: "8", "how many texts are translated at once")
    case .requestsPerMinute: Row(.shared, .integer(1...100_000), "kept for a later version; not used yet")
    case .pollInterval:
      Row(.shared, .seconds(0.01...86_400), default: "1", "how often the inbox is looked at, in seconds")
    case .settleTime:
      Row(.shared, .seconds(0...86_400), default: "1", "how long a file must stay the same, in seconds")
    case .maxInputBytes:
      Row(.shared, .integer(1...(1 << 30)), default: "1048576", "the largest text, in bytes")
    case .heldNames:
      Row(.shared, .patterns, "names that are left alone, as *.bck, beside those that the program knows")
    case .originals:
      Row(
        .shared, .choice(OriginalsPolicy.allCases.map(\.rawValue)), default: OriginalsPolicy.keep.rawValue,
        "what becomes of an original once it is translated")
    case .encoding:
      Row(
        .shared, .encoding, default: SettingKind.recognised,
        "the encoding of texts that are not in UTF-8; auto recognises it")
    case .baseURL:
      Row(
        .personal, .baseURL, default: "https://generativelanguage.googleapis.com", "where Gemini is asked")
    case .apiVersion: Row(.personal, .apiVersion, default: "v1beta", "the version of Gemini's interface")
    case .apiKeyCommand:
      Row(.personal, .command, "a command whose first line of output is the key, run without a shell")
    }
  }

  /// Where the setting is kept.
  public var scope: Scope { row.scope }

  /// Which values it takes.
  public var kind: SettingKind { row.kind }

  /// What holds where nobody sets it; nil where that is nothing, or depends on the locale.
  public var fallback: SettingValue? { row.fallback.flatMap(kind.value(of:)) }

  /// What it is for, in a line of the help.
  public var help: String { row.help }

  /// The environment variable that sets it: `TRANSCRIPTOR_TARGET_LANGUAGE`.
  public var environmentVariable: String {
    "TRANSCRIPTOR_" + words.map { $0.uppercased() }.joined(separator: "_")
  }

  /// The options that set it, the shortest first: `--to` and `--target-language`.
  public var options: [String] {
    (row.shortOption.map { [$0] } ?? []) + ["--" + words.map { $0.lowercased() }.joined(separator: "-")]
  }

  /// The name's words: `target`, `Language`; a run of capitals is one word.
  private var words: [String] {
    rawValue.reduce(into: [""]) { words, letter in
      let last = words[words.count - 1]
      if letter.isUppercase, last.last?.isUppercase == false { words.append("") }
      words[words.count - 1].append(letter)
    }
  }
}
