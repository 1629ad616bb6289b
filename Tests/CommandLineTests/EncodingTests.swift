import FoundationEssentials
import TestSupport
import Testing
import TranscriptorKit

@Suite("Encodings of dropped texts")
struct EncodingTests {
  private let stage: Stage

  init() throws { stage = try Stage() }

  private let russian = "Вчера вечером мы долго гуляли по набережной и говорили о будущем."

  @Test("A text in an older encoding is sent as what it says, and its result names the encoding")
  func recognised() async throws {
    for encoding in ["KOI8-R", "IBM866", "WINDOWS-1251"] {
      try stage.drop(#require(russian.encoded(encoding)), as: "inbox/\(encoding).txt")
    }
    #expect(try await stage.hurry("run").status == .exit(0))
    #expect(Set(stage.gemini.exchanges.map(\.text)) == [russian])
    for encoding in ["KOI8-R", "IBM866"] {
      let result = try stage.result("\(encoding).json")
      #expect(result.sourceText == russian)
      #expect(result.encoding == encoding)
    }
  }

  @Test("A word that reads as others too is put aside with a question, and its answer translates it")
  func question() async throws {
    let bytes = try #require("хлеб".encoded("WINDOWS-1251"))
    try stage.drop(bytes, as: "inbox/word.txt")
    #expect(try await stage.hurry("run").status == .exit(1))
    let failure = try stage.failure("word.txt.error.json")
    #expect(failure.code == "not-text")
    #expect(failure.hint.contains("windows-1251 (“хлеб”)"))
    #expect(stage.gemini.exchanges.isEmpty)
    #expect(try stage.bytes("failed/word.txt") == bytes)
    #expect(try await stage.hurry("settings", "set", "encoding", "cp1251").status == .exit(0))
    #expect(try await stage.hurry("settings", "get", "encoding").output == "windows-1251\n")
    #expect(try await stage.hurry("retry", "word.txt").status == .exit(0))
    #expect(try await stage.hurry("run").status == .exit(0))
    #expect(stage.gemini.exchanges.map(\.text) == ["хлеб"])
    #expect(try stage.result("word.json").encoding == "windows-1251")
  }

  @Test("run DIR tries a text again once the encoding is named")
  func folder() async throws {
    try stage.drop(#require("хлеб".encoded("KOI8-R")), as: "../texts/word.txt")
    let folder = stage.group.path + "/../texts"
    #expect(try await stage.hurry("run", folder).status == .exit(1))
    #expect(try await stage.hurry("run", folder, "--encoding", "KOI8-R").status == .exit(0))
    #expect(stage.gemini.exchanges.map(\.text) == ["хлеб"])
    #expect(try stage.result("word.json").encoding == "KOI8-R")
  }

  @Test("translate reads standard input in the encoding that is named, or asks")
  func input() async throws {
    let bytes = try #require("хлеб".encoded("WINDOWS-1251"))
    let asked = try await stage.run("translate", input: bytes)
    #expect(asked.status == .exit(1))
    #expect(asked.error.contains("Which reads right"))
    let read = try await stage.run("translate", "--json", "--encoding", "windows-1251", input: bytes)
    #expect(try decode(TranslationResult.self, read.output).sourceText == "хлеб")
    #expect(stage.gemini.exchanges.map(\.text) == ["хлеб"])
  }

  @Test("A name that is no encoding is refused before it is kept, and in the environment it is set-up")
  func badName() async throws {
    let set = try await stage.run("settings", "set", "encoding", "latin-99")
    #expect(set.status == .exit(64))
    #expect(set.error.contains("auto, or the name of an encoding"))
    let environment = stage.hurried(["TRANSCRIPTOR_ENCODING": "latin-99"])
    let run = try await BuiltProgram.transcriptor.run(["run"], environment: environment)
    #expect(run.status == .exit(78))
    #expect(run.error.contains("TRANSCRIPTOR_ENCODING"))
  }

  @Test("Characters that turn the line stay in the JSON, and reach no text file and no terminal")
  func direction() async throws {
    let text = "exe.\u{202E}txt\u{202C} and \u{2066}more\u{2069}"
    try stage.drop(["turn.txt": text])
    #expect(try await stage.hurry("run").status == .exit(0))
    #expect(try stage.result("turn.json").sourceText == text)
    let shown = try await stage.hurry("history", "show", "1").output
    let written = String(decoding: try stage.bytes("outbox/turn.txt"), as: UTF8.self)
    for output in [shown, written] {
      #expect(!output.unicodeScalars.contains { (0x2028...0x202E).contains($0.value) })
      #expect(!output.unicodeScalars.contains { (0x2066...0x2069).contains($0.value) })
    }
    #expect(shown.contains("exe.\\u{202E}txt"))
  }

  @Test("UTF-8 is UTF-8, whatever encoding the locale names")
  func locale() async throws {
    let environment = stage.hurried(["LC_ALL": "ja_JP.SJIS", "LANG": "ru_RU.KOI8-R"])
    let outcome = try await BuiltProgram.transcriptor.run(
      ["translate", "--json"], environment: environment, input: Array("表示 хлеб".utf8))
    let result = try decode(TranslationResult.self, outcome.output)
    #expect(result.sourceText == "表示 хлеб")
    #expect(result.encoding == nil)
  }

  @Test("A NUL in an answer is cleaned away, and half a surrogate pair puts the text aside, once")
  func answers() async throws {
    let record = GeminiRecord.json(for: "kot", replacing: ["translatedText": "noun\nMARK"])
    stage.gemini.script([.say(record.replacing("MARK", with: #"c\u0000at"#))], for: "kot")
    let broken = Array(repeating: GeminiReaction.say(record.replacing("MARK", with: #"\ud83d"#)), count: 9)
    stage.gemini.script(broken, for: "pies")
    try stage.drop(["kot.txt": "kot", "pies.txt": "pies"])
    #expect(try await stage.hurry("run").status == .exit(1))
    #expect(try stage.result("kot.json").translatedText == "noun\ncat")
    let failure = try stage.failure("pies.txt.error.json")
    #expect(failure.code == "bad-answer")
    #expect(failure.attempts == stage.gemini.requests(for: "pies"))
    #expect(stage.files(in: "inbox") == [])
    #expect(try await stage.hurry("run").status == .exit(0))
    #expect(failure.attempts == stage.gemini.requests(for: "pies"))
  }
}
