import FoundationEssentials
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("The Gemini service")
struct GeminiServiceTests {
  private let server: GeminiStandIn
  private let pauses = Guarded<[Duration]>([])

  init() throws { server = try GeminiStandIn() }

  /// A service that notes its pauses in place of keeping them.
  private func service(model: String = "gemini-3.5-flash-lite", key: String = GeminiStandIn.key) throws
    -> GeminiService
  {
    var configuration = GeminiConfiguration(model: model, apiKey: try #require(APIKey(key)))
    configuration.baseURL = server.baseURL
    return GeminiService(
      configuration: configuration, transport: HTTPClient(),
      sleep: { [pauses] pause in
        try Task.checkCancellation()
        pauses.withLock { $0.append(pause) }
      }, random: { 0.5 })
  }

  private func settings(_ level: DetailLevel = .standard) throws -> TranslationSettings {
    TranslationSettings(targetLanguage: try #require(Language("ru")), detailLevel: level)
  }

  private func trouble(_ text: String = "kot", _ service: GeminiService? = nil) async throws
    -> TranslationTrouble
  {
    let service = try service ?? self.service()
    let settings = try settings()
    return try #require(
      await #expect(throws: TranslationTrouble.self) { try await service.translate(text, settings: settings) }
    )
  }

  @Test("makes one call that Gemini would accept, at every level", arguments: DetailLevel.allCases)
  func oneCall(level: DetailLevel) async throws {
    let answer = try await service().translate("podekscytowany", settings: settings(level))
    #expect(answer.meta.translatedText == "noun\n" + GeminiRecord.translation(of: "podekscytowany"))
    #expect(answer.meta.examples.isEmpty == (level == .concise))
    #expect(answer.model == "gemini-3.5-flash-lite")
    #expect(server.faults.isEmpty)
    let exchange = try #require(server.exchanges.first)
    #expect(server.requestCount == 1)
    #expect(exchange.path == "/v1beta/models/gemini-3.5-flash-lite:generateContent")
    #expect(exchange.headers["x-goog-api-key"] == GeminiStandIn.key)
    #expect(exchange.text == "podekscytowany")
  }

  @Test(
    "sends every model what it accepts",
    arguments: [
      "gemini-3.5-flash-lite", "models/gemini-3.8-flash", "gemini-4-hydrogen", "gemini-2.5-flash-lite",
      "gemini-9",
    ])
  func models(model: String) async throws {
    _ = try await service(model: model).translate("kot", settings: settings())
    #expect(server.faults.isEmpty)
  }

  @Test("has a short form that returns the six fields")
  func shortForm() async throws {
    let meta = try await service().translateFull(text: "kot", settings: settings())
    #expect(meta.normalForm == "kot")
  }

  @Test("tries an unusable answer once more, then fails the text")
  func unusable() async throws {
    server.script([.say("{}")], for: "once")
    #expect(try await service().translate("once", settings: settings()).meta.normalForm == "once")
    server.script([.say("{}"), .say("```json"), .answer], for: "twice")
    let trouble = try await trouble("twice")
    #expect(trouble.kind == .item(.badAnswer))
    #expect(trouble.attempts == 2)
    #expect(server.requests(for: "twice") == 2)
  }

  @Test("gives an answer that was cut off more room, once")
  func moreRoom() async throws {
    server.always(.finish("MAX_TOKENS"))
    #expect(try await trouble().kind == .item(.badAnswer))
    let limits = server.exchanges.compactMap { $0.json?["generationConfig"]?["maxOutputTokens"]?.number }
    #expect(limits.count == 2)
    #expect(limits[1] == 4 * limits[0])
  }

  @Test("does not repeat what Gemini refuses for its content")
  func blocked() async throws {
    server.script([.finish("SAFETY")])
    let trouble = try await trouble()
    #expect(trouble.kind == .item(.blocked))
    #expect(server.requestCount == 1)
    #expect(trouble.attempts == 1)
  }

  @Test("leaves thinking to a model that refuses to be told, and remembers it")
  func thinkingRefused() async throws {
    server.script([.fail(400, "INVALID_ARGUMENT", "Thinking level MINIMAL is not supported for this model.")])
    let service = try service()
    for text in ["a", "b"] { _ = try await service.translate(text, settings: settings()) }
    let told = server.exchanges.map { $0.json?["generationConfig"]?["thinkingConfig"] != nil }
    #expect(told == [true, false, false])
  }

  @Test("tries five times while the service fails, then leaves the text to be queued")
  func fiveAttempts() async throws {
    server.always(.fail(503, "UNAVAILABLE"))
    let trouble = try await trouble()
    #expect(trouble.kind == .service(retryAfter: nil))
    #expect(trouble.attempts == 5)
    #expect(server.requestCount == 5)
    #expect(pauses.withLock { $0 } == [0.5, 1, 2, 4].map { .seconds($0) })
  }

  @Test(
    "gets over what passes",
    arguments: [
      .fail(503, "UNAVAILABLE"), .reply(status: 502, body: "<html>Bad Gateway</html>"),
      .reply(status: 200, body: ""),
      .reply(status: 200, body: "<html>Sign in</html>"), .reply(status: 200, body: "{}"), .cut, .drop,
      .fail(408, "X"), .fail(499, "CANCELLED"), .fail(504, "DEADLINE_EXCEEDED"), .finish("OTHER"),
      .finish("NEW"),
    ] as [GeminiReaction])
  func passing(reaction: GeminiReaction) async throws {
    server.script([reaction])
    #expect(try await service().translate("kot", settings: settings()).meta.normalForm == "kot")
  }

  @Test("waits as long as the service asks, up to two minutes")
  func hint() async throws {
    let retryInfo = #"{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"38s"}"#
    server.script([.fail(429, "RESOURCE_EXHAUSTED", details: retryInfo)])
    _ = try await service().translate("kot", settings: settings())
    #expect(pauses.withLock { $0 } == [.milliseconds(38_500)])
    #expect(server.requestCount == 2)
  }

  @Test("does not wait longer than two minutes, but says how long it would be")
  func longHint() async throws {
    server.script([.fail(429, "RESOURCE_EXHAUSTED", headers: ["Retry-After: 121"])])
    let trouble = try await trouble()
    #expect(trouble.kind == .service(retryAfter: .seconds(121)))
    #expect(server.requestCount == 1)
  }

  @Test("spends one call on a bad key and never shows it")
  func badKey() async throws {
    let trouble = try await trouble("kot", service(key: "AQ.wrong-key"))
    #expect(trouble.kind == .setup)
    #expect(server.requestCount == 1)
    #expect(!"\(trouble)".contains("AQ.wrong-key"))
  }

  @Test(
    "shows the key in no trouble, though the service sends it back",
    arguments: [400, 401, 403, 404, 429, 500, 503, 200])
  func echoedKey(status: Int) async throws {
    let echo = "key \(GeminiStandIn.key) x"
    server.always(
      status == 200
        ? .reply(status: 200, body: #"{"candidates":[{"finishReason":"NEW","finishMessage":"\#(echo)"}]}"#)
        : .fail(status, "X", echo))
    let trouble = try await trouble()
    #expect(trouble.message.contains("(API key)"))
    #expect(!String(reflecting: trouble).contains(GeminiStandIn.key))
  }

  @Test("shows the key in no trouble where nobody answers")
  func unreachable() async throws {
    server.stop()
    let trouble = try await trouble()
    #expect(trouble.kind == .service(retryAfter: nil))
    #expect(trouble.attempts == 5)
    #expect(!String(reflecting: trouble).contains(GeminiStandIn.key))
  }

  @Test("opens a new connection after one that died, and no more connections than texts at once")
  func deadConnection() async throws {
    let service = try service()
    _ = try await service.translate("a", settings: settings())
    server.script([.cut])
    _ = try await service.translate("b", settings: settings())
    _ = try await service.translate("c", settings: settings())
    #expect(server.requestCount == 4)
    #expect(server.connectionsAccepted == 2)
  }

  @Test("translates 64 texts at once, each with its own answer, over at most 64 connections")
  func concurrency() async throws {
    server.delay(.milliseconds(20) ... .milliseconds(60))
    let (service, settings) = (try service(), try settings())
    for _ in 0..<2 {
      try await withThrowingTaskGroup(of: (String, TranslationMeta).self) { group in
        for number in 0..<64 {
          let text = "tekst \(number)"
          group.addTask { (text, try await service.translateFull(text: text, settings: settings)) }
        }
        for try await (text, meta) in group {
          #expect(meta.translatedText == "noun\n" + GeminiRecord.translation(of: text))
        }
      }
    }
    #expect(server.requestCount == 128)
    #expect(server.peakConcurrency > 32)
    #expect(server.connectionsAccepted <= 64)
  }

  @Test("ends on cancellation, without waiting for the answer and with no further call")
  func cancellation() async throws {
    server.always(.hang)
    let (service, settings) = (try service(), try settings())
    let (executor, server) = (UnsharedExecutor(), server)
    await withTaskExecutorPreference(executor) {
      let task = Task(executorPreference: executor) { try await service.translate("kot", settings: settings) }
      #expect(await server.waits(forRequests: 1))
      let begin = ContinuousClock.now
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(ContinuousClock.now - begin < .prompt)
    }
    #expect(server.requestCount == 1)
  }

  @Test("asks nobody where the configuration is unsafe")
  func unsafe() async throws {
    var configuration = GeminiConfiguration(model: "m", apiKey: try #require(APIKey("k")))
    configuration.baseURL = "http://192.0.2.1"
    let trouble = try await trouble("kot", GeminiService(configuration: configuration))
    #expect(trouble.kind == .setup)
    #expect(trouble.attempts == 0)
  }
}
