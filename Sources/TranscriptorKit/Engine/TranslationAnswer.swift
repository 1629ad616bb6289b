/// What an engine answers for one text.
public struct TranslationAnswer: Equatable, Sendable {
  /// The six fields.
  public var meta: TranslationMeta
  /// What answered: a model's version, or a dictionary's name.
  public var model: String
  /// The tokens that were counted; nil for an engine that counts none.
  public var usage: TokenUsage?
  /// How far the answer can be relied on; nil where the engine makes no statement.
  public var quality: TranslationQuality?
  /// What the reader should know, each a sentence; usually empty.
  public var warnings: [String]

  /// Takes the fields and who answered.
  public init(
    meta: TranslationMeta, model: String, usage: TokenUsage? = nil, quality: TranslationQuality? = nil,
    warnings: [String] = []
  ) {
    self.meta = meta
    self.model = model
    self.usage = usage
    self.quality = quality
    self.warnings = warnings
  }
}

/// Tokens of one answer, as the service bills them: output is `outputTokens` plus `thoughtsTokens`.
public struct TokenUsage: Codable, Equatable, Sendable {
  /// Tokens of the request.
  public var promptTokens: Int
  /// Tokens of the visible answer.
  public var outputTokens: Int
  /// Tokens that the model thought with.
  public var thoughtsTokens: Int

  /// Takes the three counts, each 0 or more.
  public init(promptTokens: Int, outputTokens: Int, thoughtsTokens: Int) {
    self.promptTokens = promptTokens
    self.outputTokens = outputTokens
    self.thoughtsTokens = thoughtsTokens
  }
}

/// How far an on-device answer can be relied on.
public enum TranslationQuality: String, Codable, Sendable {
  /// As good as a dictionary's entry.
  case good
  /// The gist, with slips of grammar.
  case gist
  /// Word by word.
  case gloss
}
