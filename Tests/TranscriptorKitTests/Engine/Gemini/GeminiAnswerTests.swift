import FoundationEssentials
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("Reading Gemini's answer")
struct GeminiAnswerTests {
  private func read(
    saying text: String, source: String = "kot", level: DetailLevel = .standard, model: String = "m",
    answeredBy version: String = "m"
  ) throws -> TranslationAnswer {
    try read(
      body: GeminiRecord.response(saying: text, model: version), source: source, level: level, model: model)
  }

  private func read(
    body: String, source: String = "kot", level: DetailLevel = .standard, model: String = "m"
  ) throws -> TranslationAnswer {
    let words = ServiceWords(key: try #require(APIKey("AQ.key")))
    let response = try JSONDecoder().decode(GeminiResponse.self, from: Data(body.utf8))
    return try GeminiAnswer(source: source, detailLevel: level, model: model, words: words).read(response)
  }

  private func failure(_ body: () throws -> TranslationAnswer) throws -> GeminiFailure {
    try #require(#expect(throws: GeminiFailure.self) { try body() })
  }

  @Test("takes the six fields, the tokens and who answered")
  func complete() throws {
    let answer = try read(saying: GeminiRecord.json(for: "kot"))
    #expect(answer.meta.translatedText == "noun\n«tok»")
    #expect(answer.meta.examples.count == 3)
    #expect(answer.model == "m")
    #expect(answer.usage == TokenUsage(promptTokens: 310, outputTokens: 120, thoughtsTokens: 0))
    #expect(answer.warnings.isEmpty)
  }

  @Test("joins parts in order and leaves thoughts out")
  func parts() throws {
    let json = GeminiRecord.json(for: "kot")
    let (first, second) = (String(json.prefix(40)), String(json.dropFirst(40)))
    let body: JSONValue = [
      "candidates": [
        [
          "content": [
            "parts": [
              ["text": "Let me think {", "thought": true], ["text": .string(first)],
              ["thoughtSignature": "abc"],
              ["text": .string(second)],
            ]
          ], "finishReason": "STOP", "novelty": ["x": 1],
        ]
      ], "usageMetadata": ["promptTokenCount": "many"],
    ]
    let answer = try read(body: body.compact)
    #expect(answer.meta.normalForm == "kot")
    #expect(answer.model == "m", "the model that was asked, where none is named")
    #expect(answer.usage?.promptTokens == 0)
  }

  @Test("publishes no examples at the concise level, whatever is sent")
  func concise() throws {
    #expect(try read(saying: GeminiRecord.json(for: "kot"), level: .concise).meta.examples.isEmpty)
  }

  @Test(
    "sorts every way in which an answer can end",
    arguments: [
      ("SAFETY", .item(.blocked), .never), ("BLOCKLIST", .item(.blocked), .never),
      ("PROHIBITED_CONTENT", .item(.blocked), .never), ("SPII", .item(.blocked), .never),
      ("ESCALATION", .item(.blocked), .never), ("RECITATION", .item(.recitation), .once),
      ("LANGUAGE", .item(.unsupportedPair), .never), ("MAX_TOKENS", .item(.badAnswer), .once),
      ("CONTINUATION", .item(.badAnswer), .once), ("OTHER", .item(.badAnswer), .untilLimit),
      ("FINISH_REASON_UNSPECIFIED", .item(.badAnswer), .untilLimit),
      ("MALFORMED_RESPONSE", .item(.badAnswer), .untilLimit), (nil, .item(.badAnswer), .untilLimit),
      ("PUP_LIMITED_DISABLED", .setup, .never), ("MALFORMED_FUNCTION_CALL", .item(.badAnswer), .once),
      ("UNEXPECTED_TOOL_CALL", .item(.badAnswer), .once), ("TOO_MANY_TOOL_CALLS", .item(.badAnswer), .once),
      ("MISSING_THOUGHT_SIGNATURE", .item(.badAnswer), .once), ("IMAGE_SAFETY", .item(.badAnswer), .once),
      ("NO_IMAGE", .item(.badAnswer), .once), ("SOMETHING_NEW", .item(.badAnswer), .once),
    ] as [(String?, TranslationTrouble.Kind, GeminiFailure.Repeats)])
  func finishReasons(reason: String?, kind: TranslationTrouble.Kind, repeats: GeminiFailure.Repeats) throws {
    // The record is whole, which must not matter: only STOP says that it is.
    let record = JSONValue.string(GeminiRecord.json(for: "kot")).compact
    let finish = reason.map { #","finishReason":"\#($0)""# } ?? ""
    let failure = try failure {
      try read(body: #"{"candidates":[{"content":{"parts":[{"text":\#(record)}]}\#(finish)}]}"#)
    }
    #expect(failure.trouble.kind == kind)
    #expect(failure.repeats == repeats)
    #expect(failure.trouble.message.contains(reason ?? "no reason given"))
    #expect((failure.remedy == .moreTokens) == ["MAX_TOKENS", "CONTINUATION"].contains(reason))
  }

  @Test(
    "names why a prompt was blocked",
    arguments: [
      ("SAFETY", .never), ("BLOCKLIST", .never), ("PROHIBITED_CONTENT", .never), ("OTHER", .once),
      ("NEW", .never),
    ] as [(String, GeminiFailure.Repeats)])
  func blockReasons(reason: String, repeats: GeminiFailure.Repeats) throws {
    let failure = try failure { try read(body: #"{"promptFeedback":{"blockReason":"\#(reason)"}}"#) }
    #expect(failure.trouble.kind == .item(.blocked))
    #expect(failure.repeats == repeats)
    #expect(failure.trouble.message.contains(reason))
  }

  @Test(
    "refuses what is not exactly the JSON that was asked for",
    arguments: [
      "", "null", "[]", "{}", "sorry", #"```json\#n{}\#n```"#, #"{"normalForm":"x""#,
      GeminiRecord.json(for: "x") + " Done!", "Here: " + GeminiRecord.json(for: "x"),
    ])
  func strictness(text: String) throws {
    let failure = try failure { try read(saying: text) }
    #expect(failure.trouble.kind == .item(.badAnswer))
    #expect(failure.repeats == .once)
  }

  @Test(
    "refuses a record in which any field is missing or of another type",
    arguments: ["normalForm", "synonyms", "translatedText", "sourceLanguage", "shortTranslation", "examples"])
  func fields(name: String) throws {
    for value: JSONValue? in [nil, .null, 5, [["x": 1]], ["x": "y"], true] {
      let failure = try failure { try read(saying: GeminiRecord.json(for: "kot", replacing: [name: value])) }
      #expect(failure.trouble.kind == .item(.badAnswer), "\(name): \(String(describing: value))")
    }
  }

  @Test(
    "refuses an empty translation and an unnamed language", arguments: ["translatedText", "sourceLanguage"])
  func empty(name: String) throws {
    for blank: JSONValue in ["", " \n\t", "\u{0}"] {
      let failure = try failure { try read(saying: GeminiRecord.json(for: "kot", replacing: [name: blank])) }
      #expect(failure.trouble.kind == .item(.badAnswer))
    }
  }

  @Test("leaves empty what may be empty")
  func mayBeEmpty() throws {
    let record = GeminiRecord.json(
      for: "Zdanie.", replacing: ["normalForm": "", "synonyms": " ", "examples": []])
    let meta = try read(saying: record).meta
    #expect(meta.normalForm.isEmpty && meta.synonyms.isEmpty && meta.examples.isEmpty)
  }

  @Test("removes control characters, keeps line breaks and normalises")
  func cleaning() throws {
    let record = GeminiRecord.json(
      for: "kot",
      replacing: [
        "translatedText": "\u{0}noun \r\n1. caf\u{65}\u{301}\u{1B}[31m\u{9B}\u{7F}\r2.\tb\u{2028}c\n\n",
        "shortTranslation": " a,\n b\t c\u{0} ",
      ])
    let meta = try read(saying: record).meta
    #expect(
      Array(meta.translatedText.unicodeScalars) == Array("noun\n1. caf\u{E9}[31m\n2.\tb\nc".unicodeScalars))
    #expect(meta.shortTranslation == "a, b c")
  }

  @Test("refuses an answer in which characters were lost, unless the text has the same ones")
  func replacementCharacters() throws {
    let record = GeminiRecord.json(for: "kot", replacing: ["synonyms": "ko\u{FFFD}"])
    #expect(try failure { try read(saying: record) }.trouble.kind == .item(.badAnswer))
    #expect(try read(saying: record, source: "k\u{FFFD}t").meta.synonyms == "ko\u{FFFD}")
  }

  @Test("refuses half a surrogate pair")
  func surrogates() throws {
    let record = GeminiRecord.json(for: "MARK").replacing("MARK", with: #"\ud83d"#)
    #expect(try failure { try read(saying: record) }.trouble.kind == .item(.badAnswer))
    let whole = GeminiRecord.json(for: "MARK").replacing("MARK", with: #"\ud83d\ude04"#)
    #expect(try read(saying: whole).meta.normalForm == "😄")
  }

  @Test("warns where another model answered than was asked, except for an alias")
  func rerouted() throws {
    let record = GeminiRecord.json(for: "kot")
    #expect(
      try read(saying: record, model: "gemini-2.5-flash", answeredBy: "gemini-3.5-flash-lite").warnings.count
        == 1)
    #expect(try read(saying: record, model: "m", answeredBy: "m-001").warnings.isEmpty)
    let alias = try read(saying: record, model: "gemini-flash-latest", answeredBy: "gemini-3.8-flash")
    #expect(alias.warnings.isEmpty)
    #expect(alias.model == "gemini-3.8-flash")
  }
}

extension String {
  fileprivate func replacing(_ mark: String, with text: String) -> String {
    split(separator: mark, omittingEmptySubsequences: false).joined(separator: text)
  }
}
