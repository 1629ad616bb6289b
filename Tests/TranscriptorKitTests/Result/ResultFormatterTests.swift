import TestSupport
import Testing
import TranscriptorKit

@Suite("The text that a person reads")
struct ResultFormatterTests {
  @Test("A word is shown with its badge, synonyms, translation and examples")
  func word() {
    #expect(
      ResultFormatter.text(for: Samples.result()) == """
        Польский (pl)

        podekscytowany
        ≈ podniecony, rozentuzjazmowany, ożywiony

        прилагательное (м.р.)
        взволнованный, возбуждённый
        о человеке, который ждёт приятного

        ────────────────────────

        • Jestem podekscytowany tą wiadomością. — Я взволнован этой новостью.
        • Podekscytowany tłum czekał na koncert. — Возбуждённая толпа ждала концерта.

        """)
  }

  @Test("A sentence is its badge and its translation, without empty parts")
  func sentence() {
    var result = Samples.result()
    result.meta = TranslationMeta(
      normalForm: "", synonyms: "", translatedText: "У Али есть кот.", sourceLanguage: "Польский (pl)",
      shortTranslation: "У Али есть кот.", examples: [])
    #expect(ResultFormatter.text(for: result) == "Польский (pl)\n\nУ Али есть кот.\n")
  }

  @Test("An example that stands in the translation, broken over lines or not, is not shown again")
  func standingExamples() {
    var result = Samples.result()
    result.meta.translatedText =
      "1. взволнованный\n   • Jestem podekscytowany\n     tą wiadomością. —  Я взволнован этой новостью."
    let text = ResultFormatter.text(for: result)
    #expect(text.contains("────\n\n• Podekscytowany tłum"))
    #expect(!text.contains("• Jestem podekscytowany tą"))
    result.meta.examples.removeLast()
    #expect(ResultFormatter.text(for: result).hasSuffix("этой новостью.\n"))
  }

  @Test("An example of which only one side is in the translation is shown, and a repeated one once")
  func halfExamples() {
    var result = Samples.result()
    let example = TranslationExample(original: "Tak.", translation: "взволнованный")
    result.meta.examples = [example, example]
    #expect(ResultFormatter.text(for: result).hasSuffix("────\n\n• Tak. — взволнованный\n"))
  }

  @Test("What the engine does not vouch for is said at the end, then the warnings")
  func notes() {
    var result = Samples.result()
    result.meta.examples = []
    result.quality = .gloss
    result.warnings = ["Two words were not\nfound."]
    #expect(
      ResultFormatter.text(for: result).hasSuffix(
        "\n\nNote: this is word by word, not a fluent translation.\nNote: Two words were not found.\n"))
    result.quality = .gist
    #expect(
      ResultFormatter.text(for: result).contains("Note: this gives the gist; expect slips of grammar.\n"))
    result.quality = .good
    result.warnings = []
    #expect(!ResultFormatter.text(for: result).contains("Note"))
  }

  @Test("No control or direction character of any field is in the text, whatever the engine answered")
  func hostile() {
    var result = Samples.result()
    let bad =
      "a\u{1B}[2J\u{7}\u{9B}b\r\nc\rd\u{2028}e\u{85}f\tg\u{202E}h\u{2066}i\u{200F}j\u{61C}k\u{0}l\u{7F}"
    result.meta = TranslationMeta(
      normalForm: bad, synonyms: bad, translatedText: bad, sourceLanguage: bad, shortTranslation: bad,
      examples: [TranslationExample(original: bad + "1", translation: bad)])
    result.warnings = [bad]
    let text = ResultFormatter.text(for: result)
    for scalar in text.unicodeScalars where scalar != "\n" {
      let category = scalar.properties.generalCategory
      #expect(category != .control && category != .lineSeparator && category != .paragraphSeparator)
      #expect(!"\u{202E}\u{2066}\u{200F}\u{61C}".unicodeScalars.contains(scalar))
    }
    #expect(text.contains("\n\na\u{FFFD}[2J\u{FFFD}\u{FFFD}b\nc\nd\ne\nf    ghijk\u{FFFD}l\u{FFFD}\n\n"))
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).last == "")
    #expect(!text.hasSuffix("\n\n"))
  }

  @Test("The text's own layout stays: indents, empty lines within, spaces that allow no break")
  func layout() {
    var result = Samples.result()
    result.meta.translatedText = "\n\n1. «\u{A0}oui\u{A0}»  \n\n   • tak\n \n"
    result.meta.examples = [TranslationExample(original: "«\u{A0}Oui\u{A0}!\u{A0}»", translation: " Tak! ")]
    let text = ResultFormatter.text(for: result)
    #expect(text.contains("ożywiony\n\n1. «\u{A0}oui\u{A0}»\n\n   • tak\n\n────"))
    #expect(text.hasSuffix("• «\u{A0}Oui\u{A0}!\u{A0}» — Tak!\n"))
  }
}
