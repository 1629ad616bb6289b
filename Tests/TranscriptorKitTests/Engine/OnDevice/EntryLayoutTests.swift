import Testing

@testable import TranscriptorKit

@Suite("Entry layout") struct EntryLayoutTests {
  private func sense(_ words: [String], gloss: String = "", examples: [String] = []) -> DictionaryEntry.Sense
  {
    DictionaryEntry.Sense(
      translations: words, glosses: gloss.isEmpty ? [] : [.init(text: gloss)],
      examples: examples.map { .init(original: $0, translation: "\($0)-ru") })
  }

  private func layout(_ entries: [DictionaryEntry], _ level: DetailLevel, word: String = "zamek")
    -> EntryLayout
  {
    EntryLayout(entries, for: word, level: level, language: "ru")
  }

  private var castle: DictionaryEntry {
    DictionaryEntry(
      headword: "zamek", partOfSpeech: .noun, gender: .masculine,
      senses: [
        sense(["замок"], gloss: "budynek"),
        sense(["замок", "молния"], gloss: "zapięcie", examples: ["a b", "c d"]),
        sense(["затвор (ружья)"], examples: ["e f"]),
      ])
  }

  @Test("Below the grammar stand the meanings without repetitions or notes, then what tells them apart")
  func brief() {
    let text = """
      существительное (м.р.)
      замок, молния, затвор
      замок — budynek
      молния — zapięcie
      """
    #expect(layout([castle], .concise).text == text)
    #expect(layout([castle], .standard).text == text)
  }

  @Test("The context of a single meaning stands in brackets, and a long one is left out")
  func context() {
    let entry = DictionaryEntry(headword: "zamek", senses: [sense(["замок"], gloss: "budynek")])
    #expect(layout([entry], .standard).text == "замок\n(budynek)")
    let long = DictionaryEntry(
      headword: "zamek", senses: [sense(["замок"], gloss: String(repeating: "x ", count: 90))])
    #expect(layout([long], .standard).text == "замок")
  }

  @Test("The detailed level numbers the meanings and puts their examples below")
  func detailed() {
    #expect(
      layout([castle], .detailed).text == """
        существительное (м.р.)
        замок, молния, затвор
        1. замок (budynek)
        2. замок, молния (zapięcie)
           • a b — a b-ru
           • c d — c d-ru
        3. затвор (ружья)
           • e f — e f-ru
        """)
  }

  @Test("Examples are bounded by the level, one of each sense before the second of any")
  func examples() {
    #expect(layout([castle], .concise).examples.isEmpty)
    #expect(layout([castle], .standard).examples.map(\.original) == ["a b", "e f", "c d"])
    let many = DictionaryEntry(
      headword: "zamek", senses: [sense(["а"], examples: (0..<20).map { "x \($0)" })])
    #expect(layout([many], .standard).examples.count == 5)
    #expect(layout([many], .detailed).examples.count == 8)
    #expect(layout([many], .detailed).text.split(separator: "\n").count == 10)
  }

  @Test("The short translation takes one word of each leading sense first, narrow senses last")
  func shortTranslation() {
    #expect(layout([castle], .standard).shortTranslation == "замок, затвор, молния")
    let cat = DictionaryEntry(
      headword: "kot", senses: [sense(["кот", "кошка"]), sense(["дух"], gloss: "slangowo")])
    #expect(layout([cat], .standard, word: "kot").shortTranslation == "кот, кошка, дух")
  }

  @Test("Words with the same capital letters lead, then ordinary words, then those with more to say")
  func homonyms() {
    let entries = [
      DictionaryEntry(headword: "W", partOfSpeech: .abbreviation, senses: [sense(["В"])]),
      DictionaryEntry(headword: "w", partOfSpeech: .noun, senses: [sense(["вэ"])]),
      DictionaryEntry(headword: "w", partOfSpeech: .preposition, senses: [sense(["в"]), sense(["на"])]),
    ]
    let lower = layout(entries, .standard, word: "w")
    #expect(lower.text == "предлог\nв, на\n\nсуществительное\nвэ\n\nсокращение\nВ")
    #expect(lower.shortTranslation == "в, на, вэ")
    #expect(layout(entries, .standard, word: "W").headword == "W")
    #expect(layout(entries, .standard, word: "W").shortTranslation == "В")
  }

  @Test("Entries of one part of speech are joined")
  func joined() {
    let entries = [["а"], ["б"]].map {
      DictionaryEntry(headword: "x", partOfSpeech: .verb, senses: [sense($0)])
    }
    #expect(layout(entries, .detailed, word: "x").text == "глагол\nа, б\n1. а\n2. б")
  }

  @Test("A sense that has only an example is explained by it")
  func onlyExample() {
    let entry = DictionaryEntry(headword: "x", senses: [sense([], examples: ["a b", "c d"])])
    #expect(layout([entry], .detailed, word: "x").text == "a b — a b-ru\n1. a b — a b-ru\n   • c d — c d-ru")
    #expect(layout([entry], .detailed, word: "x").shortTranslation == "a b-ru")
  }

  @Test("Every language with a table of its own names every part of speech")
  func grammar() {
    for language in ["ru", "en", "de", "fr", "es", "it", "pl", "pt", "sv", "nl", "fi", "el"] {
      for part in PartOfSpeech.allCases {
        let name = GrammarTerms.line(part, nil, in: language)
        #expect(!name.isEmpty)
        let isLatin = name.unicodeScalars.contains { $0.isLatin }
        #expect(isLatin != ["ru", "el"].contains(language))
      }
      for gender in Gender.allCases { #expect(!GrammarTerms.line(nil, gender, in: language).isEmpty) }
    }
    #expect(GrammarTerms.line(.noun, .feminine, in: "ja") == "noun (feminine)")
    #expect(GrammarTerms.line(nil, nil, in: "ru") == "")
  }
}
