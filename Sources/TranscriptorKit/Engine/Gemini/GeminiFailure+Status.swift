import FoundationEssentials

/// Answers with another status than 200 (https://ai.google.dev/gemini-api/docs/troubleshooting).
extension GeminiFailure {
  /// Sorts an error by whose fault it is.
  /// - Parameters:
  ///   - response: The answer; its body may be an error, a web page or nothing.
  ///   - model: The model that was asked, for the message.
  ///   - now: The time, for a `Retry-After` that is a date.
  ///   - words: Makes what the service says fit to be quoted.
  init(_ response: HTTPResponse, model: String, now: Date, _ words: ServiceWords) {
    let error = GeminiErrorBody(response.body)
    let status = error?.code ?? response.status
    let wait = RetryHint.duration(
      header: response.header("Retry-After"), detail: error?.retryDelay, message: error?.message ?? "",
      now: now)
    let said = words.quoted(error?.message)
    switch status {
    case 400: self.init(badRequest: error, said: said)
    case 401, 403:
      self.init(
        .setup, "Gemini does not accept the API key (\(status)).\(said)",
        hint: "Check the key and its restrictions in Google AI Studio, then set it with "
          + "\"transcriptor settings set apiKey\".", repeats: .never)
    case 402:
      self = .noCredit(said)
    case 404:
      self.init(
        .setup, "Gemini does not know the model \(words.cleaned(model)), or not for this key (404).\(said)",
        hint:
          "Choose another with \"transcriptor settings set model NAME\", and check baseURL and apiVersion.",
        repeats: .never)
    case 413:
      self.init(
        .item(.tooLarge), "The text is too large for Gemini (413).\(said)",
        hint: "Split it into smaller files.", repeats: .never)
    case 429: self.init(exhausted: error, said: said, wait: wait)
    case 200..<300: self = .foreignBody
    case 300..<400:
      self.init(
        .setup, "Gemini's address answers with a redirect (\(status)), which is not followed.",
        hint: "Check baseURL, and whether the network asks for a sign-in.", repeats: .never)
    default:
      self.init(
        .service(retryAfter: wait), "Gemini can't answer now (\(status)).\(said)",
        hint: "The text stays queued; nothing needs to be done.",
        repeats: status == 408 || status == 499 || status >= 500 ? .untilLimit : .never)
    }
  }

  /// 400, by which the service also refuses keys, countries and thinking levels.
  private init(badRequest error: GeminiErrorBody?, said: String) {
    let message = error?.message.lowercased() ?? ""
    if error?.reasons.contains("API_KEY_INVALID") == true || message.contains("api key not valid") {
      self.init(
        .setup, "Gemini does not know the API key.\(said)",
        hint: "Make one in Google AI Studio and set it with \"transcriptor settings set apiKey\".",
        repeats: .never)
    } else if error?.status == "FAILED_PRECONDITION" {
      self.init(
        .setup, "Gemini can't be used from this account or country as it is set up.\(said)",
        hint: "Check the country and the billing of the project in Google AI Studio.", repeats: .never)
    } else if message.contains("not enabled for models/") || message.contains("not supported for models/") {
      self.init(
        .setup, "This model can't be asked as Transcriptor asks (400).\(said)",
        hint: "Choose another with \"transcriptor settings set model NAME\".", repeats: .never)
    } else {
      let isThinking = message.contains("thinking")
      self.init(
        .item(.badRequest), "Gemini refuses the request as malformed (400).\(said)",
        hint: "Change the text, or choose another model.", repeats: isThinking ? .once : .never,
        remedy: isThinking ? .noThinking : nil)
    }
  }

  /// 429: a limit that passes by itself, the day's quota, or a model that the project may not use at all.
  private init(exhausted error: GeminiErrorBody?, said: String, wait: Duration?) {
    let message = error?.message.lowercased() ?? ""
    if Self.saysLimitZero(message) {
      self.init(
        .setup, "The project of this API key may not use this model (429).\(said)",
        hint: "Choose another with \"transcriptor settings set model NAME\", or enable billing.",
        repeats: .never)
    } else if message.contains("credits are depleted") {
      self = .noCredit(said)
    } else if (error?.quotaIDs ?? []).contains(where: { $0.contains("PerDay") || $0.contains("Daily") }) {
      // What RetryInfo says beside a daily quota is often a few seconds, which can't be true.
      self.init(
        .service(retryAfter: max(wait ?? .zero, .seconds(3600))),
        "The day's quota of Gemini is used up.\(said)",
        hint: "It is renewed at midnight Pacific time; the text stays queued until then.",
        repeats: .untilLimit)
    } else {
      let isPerMinute = (error?.quotaIDs ?? []).contains { $0.contains("PerMinute") }
      self.init(
        .service(retryAfter: wait ?? (isPerMinute ? .seconds(60) : nil)),
        "Gemini gets more requests from this project than it allows (429).\(said)",
        hint: "The text stays queued; fewer texts at once (maxConcurrent) may avoid this.",
        repeats: .untilLimit)
    }
  }

  private static func noCredit(_ said: String) -> GeminiFailure {
    GeminiFailure(
      .setup, "The credit of this project is used up.\(said)",
      hint: "Look into its billing in Google AI Studio.", repeats: .never)
  }

  /// Whether a limit of exactly zero is named.
  private static func saysLimitZero(_ message: String) -> Bool {
    var rest = message[...]
    while let range = rest.firstRange(of: "limit: 0") {
      rest = rest[range.upperBound...]
      let digits = rest.drop { $0 == "." }.first
      if digits?.isNumber != true { return true }
    }
    return false
  }

  /// An answer with the status 200 that is no answer of Gemini's: a web page, an empty or a broken body.
  static let foreignBody = GeminiFailure(
    .service(retryAfter: nil), "What came back from Gemini's address is not an answer of Gemini's.",
    hint:
      "The text stays queued. If this goes on, check baseURL, and whether the network asks for a sign-in.",
    repeats: .untilLimit)
}
