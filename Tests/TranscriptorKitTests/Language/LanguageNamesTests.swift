import Testing
import TranscriptorKit

@Suite("Language names")
struct LanguageNamesTests {
  @Test(
    "A badge is the name in the target language, as a sentence begins, and the code",
    arguments: [
      ("pl", "ru", "Польский (pl)"), ("pt-BR", "en", "Portuguese (pt)"), ("zh-Hant", "de", "Chinesisch (zh)"),
      ("en", "fr", "Anglais (en)"), ("pl", "uk", "Польська (pl)"), ("pl", "es", "Polaco (pl)"),
      ("de", "el", "Γερμανικά (de)"), ("pl", "hy", "Լեհերեն (pl)"), ("ceb", "en", "Cebuano (ceb)"),
      ("ast", "es", "Asturiano (ast)"), ("ckb", "de", "Zentralkurdisch (ckb)"),
    ])
  func badge(source: String, target: String, badge: String) throws {
    #expect(LanguageNames.badge(for: try language(source), in: try language(target)) == badge)
  }

  @Test(
    "The first letter follows the rules of the language it is written in",
    arguments: [
      ("is", "nl", "IJslands (is)"), ("en", "tr", "İngilizce (en)"), ("it", "az", "İtalyan (it)"),
      ("pl", "az", "Polyak (pl)"),
      ("ga", "tr", "İrlandaca (ga)"), ("it", "en", "Italian (it)"), ("it", "pl", "Włoski (it)"),
    ])
  func firstLetter(source: String, target: String, badge: String) throws {
    #expect(LanguageNames.badge(for: try language(source), in: try language(target)) == badge)
  }

  @Test(
    "Scripts without case stay as they are",
    arguments: [
      ("pl", "ka", "პოლონური (pl)"), ("pl", "ja", "ポーランド語 (pl)"), ("pl", "ko", "폴란드어 (pl)"),
      ("pl", "ar", "البولندية (pl)"), ("pl", "he", "פולנית (pl)"), ("pl", "hi", "पोलिश (pl)"),
    ])
  func scriptsWithoutCase(source: String, target: String, badge: String) throws {
    #expect(LanguageNames.badge(for: try language(source), in: try language(target)) == badge)
  }

  @Test(
    "A target with a script or a region takes the closest names",
    arguments: [
      ("zh", "波兰语"), ("zh-Hans-CN", "波兰语"), ("zh-Hant", "波蘭文"), ("zh-TW", "波蘭文"), ("zh-Hant-TW", "波蘭文"),
      ("pt", "polonês"), ("pt-BR", "polonês"), ("pt-PT", "polaco"), ("sr", "пољски"), ("sr-Latn", "poljski"),
      ("sr-Latn-RS", "poljski"), ("de-CH", "Polnisch"), ("no", "polsk"), ("es-419", "polaco"),
    ])
  func closest(target: String, name: String) throws {
    #expect(LanguageNames.name(of: try language("pl"), in: try language(target)) == name)
  }

  @Test("A target without a table of its own, or without this name, falls back to English")
  func english() throws {
    #expect(LanguageNames.badge(for: try language("pl"), in: try language("rom")) == "Polish (pl)")
    #expect(LanguageNames.name(of: try language("ltg"), in: try language("oc")) == "Latgalian")
  }

  @Test("A language that the table does not know has its code for a name")
  func unknown() throws {
    #expect(LanguageNames.name(of: try language("qqq"), in: try language("ru")) == nil)
    #expect(LanguageNames.badge(for: try language("qqq"), in: try language("ru")) == "qqq (qqq)")
  }

  @Test("A code that stands for a language kept under another has its name")
  func otherCodes() throws {
    #expect(LanguageNames.badge(for: try language("kmr"), in: try language("ru")) == "Курдский (kmr)")
    #expect(LanguageNames.name(of: try language("pl"), in: try language("kmr")) == "polonî")
  }

  @Test("Languages are known by their codes, and words that only look like codes are not")
  func knownCodes() {
    let known = LanguageNames.knownCodes
    #expect(known.count > 240)
    for code in ["pl", "ja", "zh", "pt", "no", "nb", "sh", "ast", "ckb", "kmr", "szl", "gsw", "yue", "fil"] {
      #expect(known.contains(code), "\(code)")
    }
    for word in ["xx", "qq", "new", "old", "tmp", "doc", "src", "bar", "war", "mul", "und"] {
      #expect(!known.contains(word), "\(word)")
    }
  }

  @Test("Every name of every target is whole and free of control characters")
  func clean() throws {
    for target in ["ru", "ko", "is", "fa", "he", "ar", "ur", "en", "zh-Hant-HK", "vi"].compactMap(
      Language.init)
    {
      for code in LanguageNames.knownCodes {
        let name = try #require(LanguageNames.name(of: try language(code), in: target))
        #expect(!name.isEmpty && name == name.filter { $0 != "|" && $0 != ";" })
        #expect(
          name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }, "\(target) \(code)")
      }
    }
  }

  private func language(_ tag: String) throws -> Language { try #require(Language(tag)) }
}
