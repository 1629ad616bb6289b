import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("Finding out the settings")
struct SettingsResolverTests {
  private let folder = TemporaryFolder()
  private var group: AppGroup { AppGroup(path: folder.path + "/group") }

  /// The resolver of an environment, with the user's own folder in the test's.
  private func resolver(
    _ environment: [String: String] = [:], options: [SettingKey: SettingValue] = [:]
  ) -> SettingsResolver {
    let own = ["XDG_CONFIG_HOME": folder.path + "/config"]
    return SettingsResolver(
      group: group, environment: own.merging(environment) { $1 }, options: options)
  }

  private func file(for key: SettingKey) throws -> SettingsFile {
    guard key.scope == .personal else { return SettingsFile(of: group) }
    return SettingsFile(in: ConfigFolder(path: folder.path + "/config/transcriptor"))
  }

  /// Two values of a setting that differ from each other, from a third and from the default.
  private static let samples: [(key: SettingKey, option: String, variable: String, file: String)] = [
    (.targetLanguage, "ja", "de", "fr"), (.secondTargetLanguage, "ja", "de", "fr"), (.model, "a", "b", "c"),
    (.detailLevel, "concise", "detailed", "concise"), (.engine, "gemini", "on-device", "gemini"),
    (.maxConcurrent, "1", "2", "3"), (.requestsPerMinute, "1", "2", "3"),
    (.pollInterval, "0.1", "0.2", "0.3"),
    (.settleTime, "0.1", "0.2", "0.3"), (.maxInputBytes, "1", "2", "3"),
    (.heldNames, "*.a", "*.b", "*.c"), (.originals, "delete", "keep", "delete"),
    (.encoding, "KOI8-R", "Shift_JIS", "windows-1250"),
    (.baseURL, "https://a.example", "https://b.example", "https://c.example"),
    (.apiVersion, "v1", "v2", "v3"),
    (.apiKeyCommand, "a", "b", "c"),
  ]

  @Test("An option beats the environment, which beats the file, which beats the default", arguments: samples)
  func precedence(key: SettingKey, option: String, variable: String, file text: String) throws {
    let value = try #require(key.kind.value(of: option))
    let file = try file(for: key)
    #expect(
      try resolver().resolve().entries[key]?.value == key.fallback
        ?? (key == .targetLanguage ? .text("en") : nil))
    try file.set(key, to: key.kind.value(of: text))
    #expect(
      try resolver().resolve().entries[key]
        == .init(value: #require(key.kind.value(of: text)), origin: .file(file.path)))
    let environment = [key.environmentVariable: variable]
    #expect(
      try resolver(environment).resolve().entries[key]
        == .init(value: #require(key.kind.value(of: variable)), origin: .environment(key.environmentVariable))
    )
    #expect(
      try resolver(environment, options: [key: value]).resolve().entries[key]
        == .init(value: value, origin: .option))
    // An empty variable is as good as none.
    #expect(try resolver([key.environmentVariable: ""]).resolve().entries[key]?.origin == .file(file.path))
  }

  @Test("The samples above leave no setting out")
  func complete() {
    #expect(Self.samples.map(\.key) == SettingKey.allCases)
  }

  @Test("Every value reaches the settings that programs use")
  func values() throws {
    let options = try Self.samples.map { sample in
      (sample.key, try #require(sample.key.kind.value(of: sample.option)))
    }
    let resolved = try resolver(options: Dictionary(uniqueKeysWithValues: options)).resolve()
    var expected = Settings(targetLanguage: try #require(Language("ja")))
    expected.secondTargetLanguage = Language("ja")
    expected.model = "a"
    expected.detailLevel = .concise
    expected.engine = .gemini
    expected.maxConcurrent = 1
    expected.requestsPerMinute = 1
    expected.pollInterval = .seconds(0.1)
    expected.settleTime = .seconds(0.1)
    expected.maxInputBytes = 1
    expected.heldNames = [try #require(NamePattern("*.a"))]
    expected.originals = .delete
    expected.encoding = TextEncoding("KOI8-R")
    #expect(resolved.settings == expected)
    #expect(
      resolved.personal
        == PersonalSettings(baseURL: "https://a.example", apiVersion: "v1", apiKeyCommand: ["a"]))
  }

  @Test("The defaults are those of the settings' own type")
  func defaults() throws {
    var expected = Settings(targetLanguage: try #require(Language("en")))
    expected.targetLanguageIsAssumed = true
    #expect(try resolver().resolve().settings == expected)
  }

  @Test("A bad value in the environment is set-up trouble that names the variable")
  func badVariable() throws {
    let error = #expect(throws: TranslationTrouble.self) {
      try resolver(["TRANSCRIPTOR_MAX_CONCURRENT": "many"]).resolve()
    }
    #expect(error?.kind == .setup)
    #expect(error?.message.contains("TRANSCRIPTOR_MAX_CONCURRENT") == true)
    #expect(error?.message.contains("from 1 to 256") == true)
  }

  @Test("Google's own variables count below an explicit setting and above the default")
  func googleVariables() throws {
    let environment = ["GOOGLE_GEMINI_BASE_URL": "https://g.example", "GOOGLE_GENAI_API_VERSION": "beta"]
    var personal = try resolver(environment).resolve().personal
    #expect(personal == PersonalSettings(baseURL: "https://g.example", apiVersion: "v1beta"))
    try file(for: .baseURL).set(.baseURL, to: .text("https://mine.example"))
    personal = try resolver(environment.merging(["TRANSCRIPTOR_API_VERSION": "v1"]) { $1 }).resolve().personal
    #expect(personal == PersonalSettings(baseURL: "https://mine.example", apiVersion: "v1"))
    let error = #expect(throws: TranslationTrouble.self) {
      try SettingsResolver(group: group, environment: ["GOOGLE_GEMINI_BASE_URL": "http://plain.example"])
        .resolve()
    }
    #expect(error?.message.contains("GOOGLE_GEMINI_BASE_URL") == true)
  }

  @Test("Where the locale is silent, what an earlier command found there holds, else en is assumed")
  func language() throws {
    let silent = resolver(["LC_ALL": "C"])
    #expect(try silent.resolve().entries[.targetLanguage] == .init(value: .text("en"), origin: .assumed))
    let polish = resolver(["LANG": "pl_PL.UTF-8"])
    #expect(try polish.resolve().entries[.targetLanguage] == .init(value: .text("pl"), origin: .locale))
    // Without a group there is nowhere to keep it, and none is made for that.
    polish.rememberLanguage()
    #expect(access(group.path, F_OK) != 0)
    _ = try GroupFolders(group)
    polish.rememberLanguage()
    silent.rememberLanguage()
    let resolved = try silent.resolve()
    #expect(resolved.entries[.targetLanguage] == .init(value: .text("pl"), origin: .earlierLocale))
    #expect(!resolved.settings.targetLanguageIsAssumed)
  }
}
