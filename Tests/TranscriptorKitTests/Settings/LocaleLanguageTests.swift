import Testing

@testable import TranscriptorKit

@Suite("The locale's language")
struct LocaleLanguageTests {
  @Test(
    "A locale names a language as its readers write it",
    arguments: [
      ("pl_PL.UTF-8", "pl"), ("pt_BR", "pt-BR"), ("pt_PT.UTF-8", "pt-PT"), ("zh_TW.UTF-8", "zh-Hant"),
      ("zh_HK", "zh-Hant"), ("zh_CN.GB18030", "zh-Hans"), ("de", "de"), ("sr_RS@latin", "sr-Latn"),
      ("ca_ES.UTF-8@valencia", "ca"), ("de_DE@euro", "de"), ("nb_NO.utf8", "nb"),
    ])
  func languages(locale: String, tag: String) {
    #expect(LocaleLanguage.language(of: locale)?.tag == tag)
  }

  @Test(
    "What is no language is none",
    arguments: ["", "C", "POSIX", "C.UTF-8", "C.utf8", "en_US_x", "English", "/usr/share/locale"])
  func silence(locale: String) {
    #expect(LocaleLanguage.language(of: locale) == nil)
  }

  @Test("LC_ALL comes before LC_MESSAGES and LANG, and C says nothing")
  func order() {
    func found(_ environment: [String: String]) -> String? { LocaleLanguage.found(in: environment)?.tag }
    #expect(found(["LC_ALL": "ja_JP", "LC_MESSAGES": "pl_PL", "LANG": "de_DE"]) == "ja")
    #expect(found(["LC_ALL": "", "LC_MESSAGES": "pl_PL", "LANG": "de_DE"]) == "pl")
    #expect(found(["LC_ALL": "C", "LANG": "de_DE.UTF-8"]) == "de")
    #expect(found(["LC_ALL": "C", "LANG": "POSIX"]) == nil)
    #expect(found([:]) == nil)
  }
}
