import CommandLineSupport
import Glibc
import TranscriptorKit

/// Translates a text from the command line or standard input.
struct TranslateCommand: Command {
  static let name = "translate"
  static let usage = ["[TEXT…]"]
  static let summary = "translates its words, or standard input, and prints the result"
  static let details = [
    "The words are joined by spaces. Without words the text is read from standard input, which other users of this "
      + "machine can't see in the list of processes."
  ]

  private let words: [[UInt8]]

  init(_ arguments: inout Arguments) { words = arguments.rest().map { ArgumentBytes.word($0.index) } }

  func run(in context: CommandContext) async throws -> ExitStatus {
    // Nobody is charged for a translation that can't be shown.
    try StandardStreams.requireOutput()
    let resolved = try context.settings()
    let settings = resolved.settings
    let decoder = TextDecoder(settings, sourceLanguage: context.options.sourceLanguage)
    let source = try decode(try bytes(limit: settings.maxInputBytes, context), decoder)
    try await SingleText(context: context, clientIdentifier: Self.name).translate(
      source, resolved,
      TranslationSettings(
        sourceLanguage: context.options.sourceLanguage, targetLanguage: settings.targetLanguage,
        detailLevel: settings.detailLevel))
    return .success
  }

  private func bytes(limit: Int, _ context: CommandContext) throws -> [UInt8] {
    guard words.isEmpty else { return Array(words.joined(separator: [UInt8(ascii: " ")])) }
    if isatty(STDIN_FILENO) == 1 {
      context.messages.warning("Type the text, and end it with Ctrl-D on a line of its own.")
    }
    return try StandardStreams.read(limit: limit)
  }

  private func decode(_ bytes: [UInt8], _ decoder: TextDecoder) throws -> SourceText {
    do {
      return try decoder.decode(bytes)
    } catch {
      guard case .item(let code) = error.kind else { throw error }
      throw Self.words(for: code, error)
    }
  }

  /// The decoder speaks of files; here there is none.
  private static func words(for code: FailureCode, _ trouble: TranslationTrouble) -> TranslationTrouble {
    var trouble = trouble
    switch code {
    case .empty:
      trouble.message = "There is no text to translate."
      trouble.hint = "Write it after the command, or pipe it in."
    case .tooLarge:
      trouble.hint = "Cut it into smaller pieces, or raise the limit with --max-input-bytes."
    default: break
    }
    return trouble
  }
}
