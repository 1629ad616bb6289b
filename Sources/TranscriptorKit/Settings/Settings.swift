/// Every setting that programs of one group share, with the values that hold after all sources were asked.
public struct Settings: Equatable, Sendable {
  /// The language to translate into.
  public var targetLanguage: Language
  /// Whether nothing named a target language, so that `en` was assumed.
  public var targetLanguageIsAssumed = false
  /// The language for texts that are in the target language already; nil where none is set.
  public var secondTargetLanguage: Language?
  /// The Gemini model.
  public var model = "gemini-3.5-flash-lite"
  /// How much a translation says.
  public var detailLevel = DetailLevel.standard
  /// Which engine answers.
  public var engine = EngineChoice.auto
  /// How many texts are translated at once; 1 to 256.
  public var maxConcurrent = 8
  /// How many requests a minute may be sent; nil where it is left to the service.
  public var requestsPerMinute: Int?
  /// How often the inbox is looked at.
  public var pollInterval = Duration.seconds(1)
  /// How long a file must stay the same before it is taken.
  public var settleTime = Duration.seconds(1)
  /// The largest text that is taken, in bytes.
  public var maxInputBytes = 1 << 20
  /// Which names are left alone, beside those that the program knows: shell patterns (fnmatch(3)).
  public var heldNames: [NamePattern] = []
  /// What becomes of an original whose result is in the outbox.
  public var originals = OriginalsPolicy.keep
  /// The encoding of texts that are in no form of Unicode; nil recognises it.
  public var encoding: TextEncoding?
  /// Languages that the user reads beside those to translate into, such as that of the locale; they tell encodings
  /// apart.
  public var likelyLanguages: [Language] = []

  /// Takes the target language and the defaults for all else.
  public init(targetLanguage: Language) { self.targetLanguage = targetLanguage }
}

/// Which engine a user wants.
public enum EngineChoice: String, CaseIterable, Sendable {
  /// Gemini where a key source is set, else on-device.
  case auto
  /// Gemini only.
  case gemini
  /// On-device only.
  case onDevice = "on-device"
}

/// What becomes of an original whose result is in the outbox.
public enum OriginalsPolicy: String, CaseIterable, Sendable {
  /// It goes to `done/`.
  case keep
  /// It is deleted.
  case delete
}
