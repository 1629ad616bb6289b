public import FoundationEssentials

/// A finished translation: what `outbox/NAME.json` holds.
public struct TranslationResult: Equatable, Sendable {
  /// Which text this answers: its path below the inbox, or the request's own identifier.
  public var clientIdentifier: String
  /// The decoded text as it was sent: no byte-order mark, no white space at its ends.
  public var sourceText: String
  /// What the engine says of it.
  public var meta: TranslationMeta
  /// The language that it was translated into.
  public var targetLanguage: Language
  /// How much the translation says.
  public var detailLevel: DetailLevel
  /// Who answered.
  public var engine: EngineName
  /// The model's version or the dictionary's name.
  public var model: String
  /// When the answer came, with whole seconds.
  public var translatedAt: Date
  /// The tokens that were counted; nil where none are.
  public var usage: TokenUsage?
  /// The original's full name, where the result's had to be cut or spelled otherwise.
  public var originalName: String?
  /// The path's bytes, where they are not UTF-8.
  public var nameBytes: [UInt8]?
  /// The text's encoding, where it was not UTF-8.
  public var encoding: String?
  /// How far the answer can be relied on.
  public var quality: TranslationQuality?
  /// What the reader should know.
  public var warnings: [String]

  /// Joins an answer with the text that it answers.
  public init(
    clientIdentifier: String, sourceText: String, settings: TranslationSettings, engine: EngineName,
    answer: TranslationAnswer, translatedAt: Date
  ) {
    self.clientIdentifier = clientIdentifier
    self.sourceText = sourceText
    meta = answer.meta
    targetLanguage = settings.targetLanguage
    detailLevel = settings.detailLevel
    self.engine = engine
    model = answer.model
    self.translatedAt = Date(timeIntervalSince1970: translatedAt.timeIntervalSince1970.rounded(.down))
    usage = answer.usage
    quality = answer.quality
    warnings = answer.warnings
  }

  /// The result as JSON, members in their fixed order; optional ones only where they say something.
  public var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("clientIdentifier", .string(clientIdentifier)),
      .init("sourceText", .string(sourceText)),
      .init("normalForm", .string(meta.normalForm)),
      .init("synonyms", .string(meta.synonyms)),
      .init("translatedText", .string(meta.translatedText)),
      .init("sourceLanguage", .string(meta.sourceLanguage)),
      .init("shortTranslation", .string(meta.shortTranslation)),
      .init(
        "examples",
        .array(
          meta.examples.map { ["original": .string($0.original), "translation": .string($0.translation)] })),
      .init("targetLanguage", .string(targetLanguage.tag)),
      .init("detailLevel", .string(detailLevel.rawValue)),
      .init("engine", .string(engine.rawValue)),
      .init("model", .string(model)),
      .init("translatedAt", .string(translatedAt.utc)),
    ]
    if let usage {
      let counts: JSONValue = [
        "promptTokens": .integer(usage.promptTokens), "outputTokens": .integer(usage.outputTokens),
        "thoughtsTokens": .integer(usage.thoughtsTokens),
      ]
      members.append(.init("usage", counts))
    }
    if let originalName { members.append(.init("originalName", .string(originalName))) }
    if let nameBytes { members.append(.init("nameBytes", .string(Data(nameBytes).base64EncodedString()))) }
    if let encoding { members.append(.init("encoding", .string(encoding))) }
    if let quality { members.append(.init("quality", .string(quality.rawValue))) }
    if !warnings.isEmpty { members.append(.init("warnings", .array(warnings.map(JSONValue.string)))) }
    return .object(members)
  }
}

extension TranslationResult: Decodable {
  private enum Key: String, CodingKey {
    case clientIdentifier, sourceText, targetLanguage, detailLevel, engine, model, translatedAt, usage
    case originalName, nameBytes, encoding, quality, warnings
  }

  /// Reads what `json` writes; members that it does not know are left out.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    clientIdentifier = try values.decode(String.self, forKey: .clientIdentifier)
    sourceText = try values.decode(String.self, forKey: .sourceText)
    meta = try TranslationMeta(from: decoder)
    guard let language = Language(try values.decode(String.self, forKey: .targetLanguage)) else {
      throw DecodingError.dataCorruptedError(
        forKey: .targetLanguage, in: values, debugDescription: "not a language tag")
    }
    targetLanguage = language
    detailLevel = try values.decode(DetailLevel.self, forKey: .detailLevel)
    engine = try values.decode(EngineName.self, forKey: .engine)
    model = try values.decode(String.self, forKey: .model)
    guard let date = Date(utc: try values.decode(String.self, forKey: .translatedAt)) else {
      throw DecodingError.dataCorruptedError(
        forKey: .translatedAt, in: values, debugDescription: "not a time in UTC")
    }
    translatedAt = date
    usage = try values.decodeIfPresent(TokenUsage.self, forKey: .usage)
    originalName = try values.decodeIfPresent(String.self, forKey: .originalName)
    nameBytes = try values.decodeIfPresent(String.self, forKey: .nameBytes)
      .flatMap { Data(base64Encoded: $0) }.map(Array.init)
    encoding = try values.decodeIfPresent(String.self, forKey: .encoding)
    quality = try values.decodeIfPresent(TranslationQuality.self, forKey: .quality)
    warnings = try values.decodeIfPresent([String].self, forKey: .warnings) ?? []
  }
}
