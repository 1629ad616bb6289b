/// A request as the stand-in received it.
public struct GeminiExchange: Sendable {
  /// `POST`.
  public var method = ""
  /// The path with its query.
  public var path = ""
  /// Names in lower case.
  public var headers: [String: String] = [:]
  /// The bytes after the head.
  public var body: [UInt8] = []

  /// The body as JSON; nil where it is none.
  public var json: GeminiReceivedJSON? { GeminiReceivedJSON(body) }
  /// The user's text.
  public var text: String? { json?["contents"]?[0]?["parts"]?[0]?["text"]?.string }
  /// The instructions.
  public var instructions: String? { json?["systemInstruction"]?["parts"]?[0]?["text"]?.string }
  /// The model that the path names.
  public var model: String? {
    guard let name = path.split(separator: "/").last, let colon = name.lastIndex(of: ":") else { return nil }
    return String(name[..<colon])
  }
}

/// What the stand-in does with a request.
public enum GeminiReaction: Sendable {
  /// Answers with a plausible record.
  case answer
  /// Answers with this record, or with any text in its place, as the candidate's only part.
  case say(String)
  /// Answers with this status and body.
  case reply(status: Int, body: String, headers: [String] = [])
  /// Announces the whole answer, sends half of it and closes the connection.
  case cut
  /// Closes the connection without a word.
  case drop
  /// Says nothing for as long as the client waits.
  case hang

  /// Answers with a status and a `google.rpc.Status`; `details` are JSON objects separated by commas.
  public static func fail(
    _ code: Int, _ status: String, _ message: String = "stand-in", details: String = "",
    headers: [String] = []
  ) -> GeminiReaction {
    .reply(
      status: code,
      body:
        #"{"error":{"code":\#(code),"message":"\#(message)","status":"\#(status)","details":[\#(details)]}}"#,
      headers: headers)
  }

  /// Answers with an ended candidate that has no content.
  public static func finish(_ reason: String) -> GeminiReaction {
    .reply(status: 200, body: #"{"candidates":[{"finishReason":"\#(reason)"}],"modelVersion":"m"}"#)
  }
}
