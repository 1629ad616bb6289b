/// How much a translation says.
public enum DetailLevel: String, CaseIterable, Codable, Sendable {
  /// Meanings only, no examples.
  case concise
  /// Meanings and three to five examples.
  case standard
  /// A numbered list of meanings, each with examples; five to eight in all.
  case detailed
}
