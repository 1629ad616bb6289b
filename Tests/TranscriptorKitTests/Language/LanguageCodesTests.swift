import Testing

@testable import TranscriptorKit

@Suite("Language codes") struct LanguageCodesTests {
  @Test(
    "Three letters become two where ISO 639-1 has a code",
    arguments: [("pol", "pl"), ("deu", "de"), ("swh", "sw")])
  func canonical(_ three: String, _ two: String) {
    #expect(LanguageCodes.canonical(three) == two)
    #expect(LanguageCodes.canonical(two) == two)
    #expect(LanguageCodes.threeLetters(two) == three)
  }

  @Test("Languages without a two-letter code keep their own")
  func threeLettersOnly() {
    #expect(LanguageCodes.canonical("rom") == "rom")
    #expect(LanguageCodes.threeLetters("rom") == nil)
  }

  @Test("The codes of Norwegian stand for each other, other codes do not")
  func norwegian() {
    #expect(LanguageCodes.same("nb", "nor"))
    #expect(LanguageCodes.same("nno", "no"))
    #expect(LanguageCodes.same("rus", "ru"))
    #expect(!LanguageCodes.same("ro", "rom"))
  }
}
