import FoundationEssentials
import Synchronization

/// Translates with Google's Gemini, one call of `generateContent` for each attempt.
///
/// Safe to use from many tasks at once: all share one pool of connections.
public final class GeminiService: TranslationEngine {
  private let configuration: GeminiConfiguration
  private let transport: HTTPClient
  private let retry: RetryPolicy
  private let clock: WallClock
  private let sleep: @Sendable (Duration) async throws -> Void
  private let random: @Sendable () -> Double
  /// Whether the model refused what it was told about thinking; it is then told nothing any more.
  private let refusesThinking = Atomic(false)

  /// Asks Gemini as configured, over connections of its own.
  public convenience init(configuration: GeminiConfiguration) {
    self.init(configuration: configuration, transport: HTTPClient())
  }

  /// Takes everything that a test may want to set.
  /// - Parameters:
  ///   - sleep: Waits between two attempts; throws when the task is cancelled.
  ///   - random: From 0 to 1, for the length of a pause.
  package init(
    configuration: GeminiConfiguration, transport: HTTPClient, retry: RetryPolicy = .standard,
    clock: WallClock = .system,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
  ) {
    self.configuration = configuration
    self.transport = transport
    self.retry = retry
    self.clock = clock
    self.sleep = sleep
    self.random = random
  }

  /// Gemini.
  public var name: EngineName { .gemini }

  /// Translates one text and returns the six fields alone.
  ///
  /// - Throws: As `translate(_:settings:)`.
  public func translateFull(text: String, settings: TranslationSettings) async throws -> TranslationMeta {
    try await translate(text, settings: settings).meta
  }

  /// Translates one text.
  ///
  /// Faults that pass are met by further attempts, at most five, and a wait that the service asks for is kept up to
  /// 120 s; one attempt takes at most about ten minutes for the longest texts and about two for a word.
  /// - Throws: `TranslationTrouble` with the number of requests that were sent, or `CancellationError`.
  public func translate(_ text: String, settings: TranslationSettings) async throws -> TranslationAnswer {
    let endpoint = try GeminiEndpoint(configuration)
    let thinking =
      refusesThinking.load(ordering: .relaxed) ? .unspecified : GeminiThinking(model: endpoint.model)
    var request = GeminiRequest(text, settings: settings, thinking: thinking)
    var progress = RetryPolicy.Progress()
    while true {
      try Task.checkCancellation()
      progress.attempts += 1
      switch try await answer(to: request, from: endpoint) {
      case .success(let answer): return answer
      case .failure(let failure):
        guard let pause = retry.pause(after: failure, &progress, random: random()),
          request.change(by: failure.remedy)
        else {
          var trouble = failure.trouble
          trouble.attempts = progress.attempts
          throw trouble
        }
        if failure.remedy == .noThinking { refusesThinking.store(true, ordering: .relaxed) }
        try await sleep(pause)
      }
    }
  }

  /// Makes one attempt.
  /// - Throws: `CancellationError` and nothing else.
  private func answer(
    to request: GeminiRequest, from endpoint: GeminiEndpoint
  ) async throws -> Result<TranslationAnswer, GeminiFailure> {
    let words = ServiceWords(key: configuration.apiKey)
    let response: HTTPResponse
    do {
      response = try await transport.send(request.http(to: endpoint, key: configuration.apiKey))
    } catch let error as TransportError {
      return .failure(GeminiFailure(error, host: endpoint.host, words))
    }
    return WorkMark.around { read(response, to: request, from: endpoint, words) }
  }

  /// Reads what the service sent.
  private func read(
    _ response: HTTPResponse, to request: GeminiRequest, from endpoint: GeminiEndpoint, _ words: ServiceWords
  ) -> Result<TranslationAnswer, GeminiFailure> {
    Result { () throws(GeminiFailure) in
      guard response.status == 200,
        let body = try? JSONDecoder().decode(GeminiResponse.self, from: Data(response.body)), !body.isError
      else { throw GeminiFailure(response, model: endpoint.model, now: clock.now(), words) }
      let reader = GeminiAnswer(
        source: request.text, detailLevel: request.settings.detailLevel, model: endpoint.model, words: words)
      return try reader.read(body)
    }
  }
}
