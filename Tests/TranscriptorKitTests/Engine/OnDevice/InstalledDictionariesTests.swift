import FoundationEssentials
import Testing

@testable import TranscriptorKit

private let folder = "/usr/share/dictd"
private let names = ["pol", "deu", "fra", "ita", "swe"].map { "freedict-\($0)-rus" } + ["mueller7"]
private var areInstalled: Bool {
  names.allSatisfy { FileManager.default.fileExists(atPath: "\(folder)/\($0).index") }
}

/// Against Debian's packages: dict-freedict-{pol,deu,fra,ita,swe}-rus and mueller7-dict.
@Suite("Installed dictionaries", .enabled(if: areInstalled))
struct InstalledDictionariesTests {
  private func translate(
    _ word: String, _ level: DetailLevel = .standard, from source: String? = nil
  ) async throws -> TranslationAnswer {
    let engine = OnDeviceEngine(folders: [folder]) { "\($0) in \($1)" }
    return try await engine.translate(
      word,
      settings: TranslationSettings(
        sourceLanguage: source.flatMap { Language($0) }, targetLanguage: try #require(Language("ru")),
        detailLevel: level))
  }

  @Test(
    "Words of six languages are recognised and translated",
    arguments: [
      ("motyl", "pl", "бабочка"), ("Bahnhof", "de", "вокзал"), ("bonjour", "fr", "доброе утро"),
      ("farfalla", "it", "бабочка"), ("fjäril", "sv", "бабочка"), ("butterfly", "en", "бабочка"),
      ("dzień dobry", "pl", "добрый день"), ("papillon", "fr", "бабочка"), ("ice-cream", "en", "мороженое"),
      ("mice", "en", "мышь"),
    ])
  func words(_ word: String, _ language: String, _ translation: String) async throws {
    let answer = try await translate(word)
    #expect(answer.meta.sourceLanguage == "\(language) in ru")
    #expect(answer.meta.shortTranslation.contains(translation))
    #expect(answer.meta.translatedText.contains(translation))
    #expect(!answer.meta.translatedText.contains("\u{301}"))
    #expect(!answer.model.contains("\n") && !answer.model.isEmpty)
  }

  @Test("A German noun has its gender")
  func gender() async throws {
    let answer = try await translate("Bahnhof")
    #expect(answer.meta.translatedText.hasPrefix("существительное (м.р.)\nвокзал, железнодорожная станция"))
    #expect(answer.model == "Deutsch-Русский FreeDict+WikDict dictionary ver. 2022.11.18")
  }

  @Test("A word of several meanings is a numbered list at the detailed level")
  func senses() async throws {
    let lines = try await translate("zamek", .detailed).meta.translatedText.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("1. замок (architektura, budownictwo: budynek warowny") })
    #expect(lines.contains { $0.hasPrefix("3. затвор") })
  }

  @Test("Mueller's examples are examples")
  func examples() async throws {
    let answer = try await translate("fast", .detailed, from: "en")
    #expect(answer.meta.examples.contains(.init(original: "fast train", translation: "скорый поезд")))
    #expect(answer.meta.examples.count == 8)
    #expect(answer.meta.translatedText.contains("   • fast train — скорый поезд"))
    #expect(try await translate("fast", .standard).meta.examples.count == 5)
  }

  @Test("Every place of an index holds an entry whose headword has that key", arguments: names)
  func places(_ name: String) throws {
    let index = try String(contentsOfFile: "\(folder)/\(name).index", encoding: .utf8)
    let dictionary = try DictionaryIndex(path: "\(folder)/\(name).index")
    let text = try DictionaryText(path: "\(folder)/\(name).dict.dz")
    let keys = index.split(separator: "\n").compactMap { $0.split(separator: "\t").first.map(String.init) }
    for position in stride(from: 10, to: keys.count, by: 97) {
      let places = try dictionary.places(of: keys[position])
      #expect(!places.isEmpty)
      for place in places {
        // Affixes and abbreviations keep dots and hyphens in the headword but not in the key.
        let head = try text.entry(at: place).split(separator: "\n").first ?? ""
        let headword =
          head.firstRange(of: " /").map { String(head[..<$0.lowerBound]) }
          ?? String(head.prefix { $0 != "<" })
        let candidates = HeadwordKey.candidates(for: headword, keepsPunctuation: name == "mueller7")
        #expect(candidates.first == keys[position])
      }
    }
  }
}
