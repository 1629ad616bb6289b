import TestSupport
import Testing
import TranscriptorKit

@Suite("JSON Schemas")
struct ResultSchemasTests {
  @Test("Results as the program writes them are valid, the fullest and the barest")
  func results() async throws {
    var full = Samples.result()
    full.originalName = "a very long name.txt"
    full.nameBytes = [0x68, 0xFF]
    full.encoding = "windows-1250"
    full.quality = .gist
    full.warnings = ["The text was cut."]
    var bare = Samples.result("Ala ma kota.")
    bare.meta.normalForm = ""
    bare.meta.synonyms = ""
    bare.meta.examples = []
    bare.usage = nil
    bare.engine = .onDevice
    let faults = try await SchemaValidator.faults(
      of: [full.json.compact, full.json.pretty, bare.json.compact], by: ResultSchemas.result)
    #expect(faults == [[], [], []])
  }

  @Test("What a result must have can't be left out, and what it holds is judged")
  func wrongResults() async throws {
    guard case .object(let members) = Samples.result().json else { return }
    let required = members.filter { $0.key != "usage" }
    let without = required.map { left in JSONValue.object(members.filter { $0.key != left.key }).compact }
    let wrong: [JSONValue.Member] = [
      .init("translatedAt", "2026-11-30 16:00"), .init("sourceLanguage", "Польский"),
      .init("engine", "magic"),
      .init("targetLanguage", "Russian"), .init("examples", ["Ala ma kota."]), .init("quality", "fine"),
      .init("usage", ["promptTokens": -1, "outputTokens": 0, "thoughtsTokens": 0]),
      .init("normalForm", .null),
    ]
    let changed = wrong.map { wrong in
      JSONValue.object(members.filter { $0.key != wrong.key } + [wrong]).compact
    }
    let faults = try await SchemaValidator.faults(of: without + changed, by: ResultSchemas.result)
    #expect(faults.map(\.count) == Array(repeating: 1, count: required.count + wrong.count))
  }

  @Test("Errors of every code are valid, with and without a line and a fingerprint")
  func errors() async throws {
    let errors = FailureCode.allCases.flatMap { code in
      let bare = TranslationFailure(
        clientIdentifier: "hello.txt", code: code, message: "The file holds no text.",
        hint: "Save it as UTF-8.",
        attempts: 0, failedAt: Samples.date)
      var full = bare
      full.line = 3
      full.fingerprint = "8f14e45f"
      return [bare.json.compact, full.json.compact]
    }
    let faults = try await SchemaValidator.faults(of: errors, by: ResultSchemas.error)
    #expect(faults == Array(repeating: [], count: 28))
  }

  @Test("An error's line counts from 1, and its code is one of ours")
  func wrongErrors() async throws {
    let rest =
      #""clientIdentifier":"a","message":"m","hint":"h","attempts":0,"failedAt":"2026-11-30T16:00:00Z""#
    let errors = [#"{"code":"empty","line":0,\#(rest)}"#, #"{"code":"oops",\#(rest)}"#, #"{"code":"empty"}"#]
    let faults = try await SchemaValidator.faults(of: errors, by: ResultSchemas.error)
    #expect(faults.map(\.count) == [1, 1, 5])
  }

  @Test(
    "A request needs its text alone, and may hold what a reader does not know",
    arguments: [
      (#"{"sourceText":"kot"}"#, 0),
      (#"{"sourceText":"kot","targetLanguage":"zh-hant","detailLevel":"concise"}"#, 0),
      (#"{"sourceText":"kot","clientIdentifier":"7","sourceLanguage":"pl","priority":9}"#, 0),
      (#"{"clientIdentifier":"7"}"#, 1), (#"{"sourceText":" \n"}"#, 1), (#"{"sourceText":7}"#, 1),
      (#"[]"#, 1),
      (#"{"sourceText":"kot","targetLanguage":"Russian please"}"#, 1),
      (#"{"sourceText":"kot","detailLevel":"long"}"#, 1),
    ])
  func requests(request: String, faults: Int) async throws {
    let found = try await SchemaValidator.faults(of: [request], by: ResultSchemas.request)
    #expect(found.map(\.count) == [faults])
  }
}
