import FoundationEssentials
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("On-device engine") struct OnDeviceEngineTests {
  private let folder = TemporaryFolder()
  private var engine: OnDeviceEngine { OnDeviceEngine(folders: [folder.path]) { "\($0) in \($1)" } }

  private func settings(
    from source: String? = nil, to target: String = "ru", _ level: DetailLevel = .standard
  ) throws -> TranslationSettings {
    TranslationSettings(
      sourceLanguage: source.flatMap { Language($0) }, targetLanguage: try #require(Language(target)),
      detailLevel: level)
  }

  private func trouble(
    _ text: String, from source: String? = nil, to target: String = "ru"
  ) async throws -> TranslationTrouble {
    let engine = engine
    let settings = try settings(from: source, to: target)
    return try #require(
      await #expect(throws: TranslationTrouble.self) { try await engine.translate(text, settings: settings) })
  }

  private func install(_ name: String, _ entries: [(key: String, text: String)]) throws {
    try DictionaryFixture(name, title: "Title of \(name)", entries: entries).write(to: folder.path)
  }

  @Test("A word is answered with its headword, its meanings and the dictionary's name")
  func word() async throws {
    try install("freedict-pol-rus", [("sowa", "Sowa /x/ <n>\n1. сова\nptak\n2. филин\n")])
    let answer = try await engine.translate(" sowa!", settings: settings())
    #expect(
      answer.meta
        == TranslationMeta(
          normalForm: "Sowa", synonyms: "", translatedText: "существительное\nсова, филин\nсова — ptak",
          sourceLanguage: "pl in ru", shortTranslation: "сова, филин", examples: []))
    #expect(answer.model == "Title of freedict-pol-rus")
    #expect(answer.quality == .good)
    #expect(answer.warnings.isEmpty)
    #expect(engine.name == .onDevice)
  }

  @Test("A set phrase is found as a whole, also in decomposed form")
  func phrase() async throws {
    try install("freedict-pol-rus", [("dobra noć", "dobra noć /x/ <interjection>\nспокойной ночи\n")])
    let answer = try await engine.translate("Dobra noc\u{301}.", settings: settings())
    #expect(answer.meta.shortTranslation == "спокойной ночи")
  }

  @Test("A region of the target and either code of a language are the same language")
  func codes() async throws {
    try install("freedict-pol-por", [("sowa", "sowa <n>\ncoruja\n")])
    try install("freedict-pol-nor", [("sowa", "sowa <n>\nugle\n")])
    #expect(
      try await engine.translate("sowa", settings: settings(to: "pt-BR")).meta.shortTranslation == "coruja")
    #expect(
      try await engine.translate("sowa", settings: settings(from: "pol", to: "nb")).meta.shortTranslation
        == "ugle")
  }

  @Test("The language is the one that knows the word; others that know it too are named")
  func detection() async throws {
    try install("freedict-pol-rus", [("most", "most <n>\nмост\n"), ("kot", "kot <n>\nкот\n")])
    try install("freedict-deu-rus", [("most", "Most <n>\nсусло\n"), ("gut", "gut <adj>\nхороший\n")])
    #expect(try await engine.translate("gut", settings: settings()).meta.sourceLanguage == "de in ru")
    let lower = try await engine.translate("most", settings: settings())
    #expect(lower.meta.sourceLanguage == "pl in ru")
    #expect(lower.warnings.count == 1 && lower.warnings.allSatisfy { $0.contains("de in en") })
    #expect(try await engine.translate("Most", settings: settings()).meta.sourceLanguage == "de in ru")
    let hinted = try await engine.translate("most", settings: settings(from: "deu"))
    #expect(hinted.meta.sourceLanguage == "de in ru")
    #expect(hinted.meta.shortTranslation == "сусло")
    #expect(hinted.warnings.isEmpty)
  }

  @Test(
    "Of languages that write a word alike, the one with more meanings wins, then the one with more readers")
  func ranking() async throws {
    try install("freedict-swe-rus", [("rad", "rad <n>\n1. ряд\n2. линия\n"), ("hem", "hem <n>\nдом\n")])
    try install("freedict-fra-rus", [("rad", "rad <n>\nрад\n"), ("hem", "hem <n>\nгм\n")])
    #expect(try await engine.translate("rad", settings: settings()).meta.sourceLanguage == "sv in ru")
    #expect(try await engine.translate("hem", settings: settings()).meta.sourceLanguage == "fr in ru")
  }

  @Test("A dictionary that is installed, replaced or removed later is seen without a restart")
  func changes() async throws {
    let engine = engine
    _ = try? await engine.translate("sowa", settings: settings())
    try install("freedict-pol-rus", [("sowa", "sowa <n>\nсова\n")])
    #expect(try await engine.translate("sowa", settings: settings()).meta.shortTranslation == "сова")
    try install("freedict-pol-rus", [("sowa", "sowa <n>\nфилин\n"), ("żuk", "żuk <n>\nжук\n")])
    #expect(try await engine.translate("sowa", settings: settings()).meta.shortTranslation == "филин")
    try FileManager.default.removeItem(atPath: folder.path + "/freedict-pol-rus.index")
    #expect(await engine.installedDictionaries().isEmpty)
  }

  @Test("The user's own dictionary replaces the system's of the same name")
  func folders() async throws {
    let system = TemporaryFolder()
    try DictionaryFixture("freedict-pol-rus", entries: [("a", "a\nб\n")]).write(to: system.path)
    try install("freedict-pol-rus", [("a", "a\nв\n")])
    let engine = OnDeviceEngine(folders: [folder.path, system.path, "/nowhere"]) { "\($0) \($1)" }
    #expect(try await engine.translate("a", settings: settings()).meta.shortTranslation == "в")
  }

  @Test("The user's folder follows XDG_DATA_HOME, where that is absolute")
  func defaultFolders() {
    func folders(_ environment: [String: String]) -> [String] {
      OnDeviceEngine.defaultFolders(environment: environment)
    }
    #expect(folders(["XDG_DATA_HOME": "/d", "HOME": "/h"]) == ["/d/transcriptor/dictd", "/usr/share/dictd"])
    #expect(folders(["XDG_DATA_HOME": "d", "HOME": "/h"])[0] == "/h/.local/share/transcriptor/dictd")
    #expect(folders(["XDG_DATA_HOME": "", "HOME": "/h"])[0] == "/h/.local/share/transcriptor/dictd")
    #expect(folders([:]) == ["/usr/share/dictd"])
  }

  @Test("A dictionary of another family is not used")
  func foreign() async throws {
    var ding = DictionaryFixture("freedict-deu-rus", entries: [("haus", "Haus <neut>\nдом <n>\n")])
    ding.info = "Made from Ding's word list"
    try ding.write(to: folder.path)
    #expect(await engine.installedDictionaries().isEmpty)
    #expect(try await trouble("haus", from: "de").kind == .item(.needsDownload))
  }

  @Test("A word that no dictionary has is not found, and the hint says where it was looked for")
  func notFound() async throws {
    try install("freedict-deu-rus", [("gut", "gut <adj>\nхороший\n")])
    let trouble = try await trouble("sowa")
    #expect(trouble.kind == .item(.notFound))
    #expect(trouble.hint.contains("freedict-deu-rus"))
    #expect(trouble.hint.contains("dict-freedict-pol-rus"))
    #expect(!trouble.hint.contains("dict-freedict-deu-rus"))
    #expect(!trouble.hint.contains("dict-freedict-ell-rus"))
    #expect(trouble.hint.contains("transcriptor settings set apiKey"))
    #expect(try await self.trouble("00databaseinfo").kind == .item(.notFound))
  }

  @Test("Where no dictionary is installed, the package for the pair is named")
  func needsDownload() async throws {
    let pair = try await trouble("sowa", from: "pl")
    #expect(pair.kind == .item(.needsDownload))
    #expect(pair.message.contains("from pl in en into ru in en"))
    #expect(pair.hint.hasSuffix("sudo apt-get install dict-freedict-pol-rus"))
    #expect(try await trouble("owl", from: "en").hint.contains("mueller7-dict"))
    let greek = try await trouble("σπίτι")
    #expect(greek.hint.contains("dict-freedict-ell-rus") && !greek.hint.contains("dict-freedict-pol-rus"))
  }

  @Test(
    "A pair that no package has is unsupported",
    arguments: [("pl", "uk"), ("ru", "en"), ("ces", "ru"), ("pl", "pl")])
  func unsupported(_ source: String, _ target: String) async throws {
    #expect(try await trouble("słowo", from: source, to: target).kind == .item(.unsupportedPair))
  }

  @Test("A word in a script that no dictionary to the target has is unsupported")
  func script() async throws {
    try install("freedict-deu-rus", [("gut", "gut <adj>\nхороший\n")])
    let trouble = try await trouble("сова")
    #expect(trouble.kind == .item(.unsupportedPair))
    #expect(trouble.message.contains("script"))
  }

  @Test(
    "A sentence is unsupported, whatever is installed, and a Gemini key is proposed",
    arguments: [
      "Widziałem wczoraj dużą sowę w lesie", "Gdzie jest sowa?", "sowa\nkot", "今日は。",
      String(repeating: "x", count: 61), String(repeating: "x ", count: 5000),
    ])
  func sentence(_ text: String) async throws {
    let trouble = try await trouble(text)
    #expect(trouble.kind == .item(.unsupportedPair))
    #expect(trouble.hint.contains("transcriptor settings set apiKey"))
  }

  @Test("A damaged dictionary is left out with a warning where another serves")
  func damagedBesideOthers() async throws {
    try install("freedict-deu-rus", [("gut", "gut <adj>\nхороший\n")])
    try install("freedict-pol-rus", [("sowa", "sowa <n>\nсова\n")])
    let path = folder.path + "/freedict-pol-rus.index"
    try Data("no index".utf8).write(to: URL(filePath: path))
    let answer = try await engine.translate("gut", settings: settings())
    #expect(answer.warnings.count == 1 && answer.warnings.allSatisfy { $0.contains(path) })
    #expect(try await trouble("sowa").kind == .item(.notFound))
    #expect(try await trouble("sowa").hint.contains(path))
  }

  @Test("Where the only dictionary for a word is damaged, that text fails, and the file is named")
  func damagedAlone() async throws {
    try install("freedict-pol-rus", [("sowa", "sowa <n>\nсова\n")])
    let path = folder.path + "/freedict-pol-rus.dict.dz"
    let bytes = try Data(contentsOf: URL(filePath: path))
    try bytes.prefix(bytes.count / 2).write(to: URL(filePath: path))
    let trouble = try await trouble("sowa", from: "pl")
    #expect(trouble.kind == .item(.needsDownload))
    #expect(trouble.message.contains(path))
  }

  @Test("Many texts at once are each answered with their own word")
  func concurrent() async throws {
    let words = (0..<300).map { "w\($0)" }
    try install("freedict-pol-rus", words.map { ($0, "\($0) <n>\nслово\($0.dropFirst())\n") })
    let engine = engine
    let settings = try settings()
    try await withThrowingTaskGroup(of: (String, String).self) { group in
      for word in words {
        group.addTask { (word, try await engine.translate(word, settings: settings).meta.shortTranslation) }
      }
      for try await (word, translation) in group { #expect(translation == "слово" + word.dropFirst()) }
    }
  }

  @Test("A cancelled task gets its cancellation, not an answer")
  func cancellation() async throws {
    try install("freedict-pol-rus", [("sowa", "sowa <n>\nсова\n")])
    let engine = engine
    let settings = try settings()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await engine.translate("sowa", settings: settings)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("Mueller's dictionary is read, with examples, and a form leads to its headword")
  func mueller() async throws {
    var mueller = DictionaryFixture(
      "mueller7", info: "by V.K.Mueller",
      entries: [
        ("fly-by", "fly-by\n   [x] _n. пролёт\n"), ("flew", "flew\n   [x] _p. от fly 2\n"),
        ("fly", "fly\n   [x] _v. летать; to fly home лететь домой\n"),
      ])
    mueller.keepsPunctuation = true
    mueller.chunkLength = nil
    try mueller.write(to: folder.path)
    #expect(try await engine.translate("Fly-by,", settings: settings()).meta.normalForm == "fly-by")
    let flew = try await engine.translate("flew", settings: settings(to: "ru", .detailed))
    #expect(flew.meta.normalForm == "fly")
    #expect(flew.meta.translatedText == "глагол\nлетать\n1. летать\n   • to fly home — лететь домой")
    #expect(flew.meta.examples == [.init(original: "to fly home", translation: "лететь домой")])
    #expect(try await engine.translate("fly", settings: settings(to: "ru", .concise)).meta.examples.isEmpty)
  }
}
