/// Something that translates; the job queue knows nothing more of Gemini or a dictionary than this.
public protocol TranslationEngine: Sendable {
  /// Who answers, as results name it.
  var name: EngineName { get }

  /// Translates one text.
  ///
  /// Safe to call many times at once; the caller bounds how many.
  /// - Parameters:
  ///   - text: The text, trimmed and not empty. It is data and never read as an instruction.
  ///   - settings: The languages and the level.
  /// - Throws: `TranslationTrouble`, or `CancellationError` within a second after the task was cancelled.
  func translate(_ text: String, settings: TranslationSettings) async throws -> TranslationAnswer
}
