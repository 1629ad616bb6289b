import FoundationEssentials
import TranscriptorKit

/// What must hold of text that is shown.
enum TerminalProperties {
  static func fault(in text: String) -> String? {
    let line = text.terminalSafe
    if line.unicodeScalars.contains(where: isDangerous) { return "a line holds control characters" }
    if line.terminalSafe != line { return "what is safe is escaped once more" }
    let lines = text.terminalSafeLines
    if lines.unicodeScalars.contains(where: { isDangerous($0) && $0 != "\n" }) {
      return "lines hold control characters"
    }
    guard let shown = shown(text) else { return "there is no such language" }
    if shown.unicodeScalars.contains(where: { isDangerous($0) && $0 != "\n" }) {
      return "the text file holds control characters"
    }
    return shown.hasSuffix("\n") ? nil : "the text file does not end with its line"
  }

  /// A result whose every field is the text, as the text file shows it.
  private static func shown(_ text: String) -> String? {
    let meta = TranslationMeta(
      normalForm: text, synonyms: text, translatedText: text, sourceLanguage: text, shortTranslation: text,
      examples: [TranslationExample(original: text, translation: "x" + text)])
    guard let language = Language("ru") else { return nil }
    let result = TranslationResult(
      clientIdentifier: text, sourceText: text, settings: TranslationSettings(targetLanguage: language),
      engine: .gemini, answer: TranslationAnswer(meta: meta, model: text, warnings: [text]),
      translatedAt: Date())
    return ResultFormatter.text(for: result)
  }

  /// C0, DEL and C1, line separators, and what changes the direction of writing (UAX #9, section 2).
  private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
