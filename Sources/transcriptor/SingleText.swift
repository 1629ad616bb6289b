import CommandLineSupport
import Glibc
import TranscriptorKit

/// Translates one text outside the inbox, records it in the history and prints it.
struct SingleText {
  let context: CommandContext
  /// By what the result, or the trouble, is known.
  let clientIdentifier: String

  /// Translates a text and prints it as the command line asks.
  /// - Parameters:
  ///   - source: The decoded text.
  ///   - resolved: All settings.
  ///   - settings: The languages and the level of this text.
  func translate(
    _ source: SourceText, _ resolved: ResolvedSettings, _ settings: TranslationSettings
  ) async throws {
    let engine = try await context.engine(resolved)
    let answer = try await self.answer(of: engine, for: source, settings)
    var result = TranslationResult(
      clientIdentifier: clientIdentifier, sourceText: source.text, settings: settings, engine: engine.name,
      answer: answer, translatedAt: WallClock.system.now())
    result.encoding = source.encoding
    result.warnings += source.warnings
    await record(result)
    if context.options.json {
      try StandardStreams.print(result.json)
    } else {
      try StandardStreams.print(ResultFormatter.text(for: result))
    }
  }

  /// Asks the engine; its hints speak of texts in a queue, and here there is none.
  private func answer(
    of engine: any TranslationEngine, for source: SourceText, _ settings: TranslationSettings
  ) async throws -> TranslationAnswer {
    do {
      return try await engine.translate(source.text, settings: settings)
    } catch var trouble as TranslationTrouble {
      if case .service = trouble.kind { trouble.hint = "Run the command again later." }
      throw trouble
    }
  }

  /// Adds the result to the history; a text that is translated is printed also where that fails.
  private func record(_ result: TranslationResult) async {
    do {
      let group = try context.group
      try GroupFolders.requireOwn(group.open())
      try await context.history.record([(result, claim: nil)])
    } catch {
      context.messages.warning("The history does not keep this translation. \(Failure(error).message)")
    }
  }
}
