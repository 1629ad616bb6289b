import Testing

@testable import TranscriptorKit

@Suite("Headword keys") struct HeadwordKeyTests {
  @Test(
    "FreeDict's keys are small letters, digits and single spaces",
    arguments: [
      ("Bahnhof", "bahnhof"), ("aujourd'hui", "aujourdhui"), ("ice-cream", "icecream"),
      ("  dzień   dobry! ", "dzień dobry"), ("Haus…", "haus"), ("10e", "10e"), ("ŁÓDŹ", "łódź"),
      ("fja\u{308}ril", "fjäril"), ("İstanbul", "istanbul"), ("¿Qué?", "qué"), ("a\tb\nc", "a b c"),
    ])
  func freeDict(_ text: String, _ key: String) {
    #expect(HeadwordKey.candidates(for: text, keepsPunctuation: false) == [key])
  }

  @Test("Nothing is looked up where no letter is left", arguments: ["", "…", " - ", "!?"])
  func empty(_ text: String) {
    #expect(HeadwordKey.candidates(for: text, keepsPunctuation: false).isEmpty)
    #expect(HeadwordKey.candidates(for: text, keepsPunctuation: true).isEmpty)
  }

  @Test("Where the index keeps punctuation, the text is tried with it first, then without what surrounds it")
  func punctuation() {
    #expect(HeadwordKey.candidates(for: "Ice-Cream", keepsPunctuation: true) == ["ice-cream"])
    #expect(
      HeadwordKey.candidates(for: "o\u{2019}clock!", keepsPunctuation: true) == ["o'clock!", "o'clock"])
    #expect(HeadwordKey.candidates(for: "'cello", keepsPunctuation: true) == ["'cello", "cello"])
  }
}
