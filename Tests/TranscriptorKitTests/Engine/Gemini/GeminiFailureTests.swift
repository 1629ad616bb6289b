import CCurl
import FoundationEssentials
import Testing

@testable import TranscriptorKit

@Suite("A failed call of Gemini")
struct GeminiFailureTests {
  private static let quota =
    #"{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"quotaId":"ID"}]}"#
  private static let perDay = quota.with("GenerateRequestsPerDayPerProjectPerModel-FreeTier")
  private static let perMinute = quota.with("GenerateRequestsPerMinutePerProjectPerModel-FreeTier")
  private static let retryInfo = #"{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"36s"}"#

  private static func body(_ code: Int, _ status: String, _ message: String = "m", details: String = "")
    -> String
  {
    #"{"error":{"code":\#(code),"message":"\#(message)","status":"\#(status)","details":[\#(details)]}}"#
  }

  private func failure(_ status: Int, _ body: String = "", headers: [HTTPHeader] = []) throws -> GeminiFailure
  {
    let words = ServiceWords(key: try #require(APIKey("AQ.key")))
    let response = HTTPResponse(status: status, headers: headers, body: Array(body.utf8))
    return GeminiFailure(response, model: "m", now: Date(timeIntervalSince1970: 0), words)
  }

  @Test(
    "is sorted by whose fault it is",
    arguments: [
      (400, body(400, "INVALID_ARGUMENT", details: #"{"reason":"API_KEY_INVALID"}"#), .setup, .never),
      (400, body(400, "FAILED_PRECONDITION"), .setup, .never),
      (400, body(400, "INVALID_ARGUMENT"), .item(.badRequest), .never),
      (400, body(400, "INVALID_ARGUMENT", "Thinking level is not supported"), .item(.badRequest), .once),
      (401, body(401, "UNAUTHENTICATED"), .setup, .never), (402, "", .setup, .never),
      (403, body(403, "PERMISSION_DENIED"), .setup, .never), (404, body(404, "NOT_FOUND"), .setup, .never),
      (408, "", .service(retryAfter: nil), .untilLimit), (413, "<html>", .item(.tooLarge), .never),
      (429, "", .service(retryAfter: nil), .untilLimit),
      (
        429, body(429, "RESOURCE_EXHAUSTED", details: retryInfo), .service(retryAfter: .seconds(36)),
        .untilLimit
      ),
      (
        429, body(429, "RESOURCE_EXHAUSTED", details: perMinute), .service(retryAfter: .seconds(60)),
        .untilLimit
      ),
      (429, body(429, "RESOURCE_EXHAUSTED", "limit: 0, model: x", details: retryInfo), .setup, .never),
      (429, body(429, "RESOURCE_EXHAUSTED", "a limit: 20, b limit: 0."), .setup, .never),
      (429, body(429, "RESOURCE_EXHAUSTED", "limit: 0.5 limit: 05"), .service(retryAfter: nil), .untilLimit),
      (429, body(429, "RESOURCE_EXHAUSTED", "Your prepayment credits are depleted."), .setup, .never),
      (499, "", .service(retryAfter: nil), .untilLimit),
      (500, body(500, "INTERNAL"), .service(retryAfter: nil), .untilLimit),
      (502, "<html><h1>Bad Gateway</h1></html>", .service(retryAfter: nil), .untilLimit),
      (503, body(503, "UNAVAILABLE"), .service(retryAfter: nil), .untilLimit),
      (504, "", .service(retryAfter: nil), .untilLimit), (200, "", .service(retryAfter: nil), .untilLimit),
      (307, "", .setup, .never), (418, "", .service(retryAfter: nil), .never),
      (502, body(503, "UNAVAILABLE"), .service(retryAfter: nil), .untilLimit),
      (500, body(429, "RESOURCE_EXHAUSTED", "limit: 0"), .setup, .never),
    ] as [(Int, String, TranslationTrouble.Kind, GeminiFailure.Repeats)])
  func sorting(status: Int, body: String, kind: TranslationTrouble.Kind, repeats: GeminiFailure.Repeats)
    throws
  {
    let failure = try failure(status, body)
    #expect(failure.trouble.kind == kind)
    #expect(failure.repeats == repeats)
    #expect(!failure.trouble.message.isEmpty && !failure.trouble.hint.isEmpty)
  }

  @Test("does not believe a short wait beside the day's quota, but does believe a long one")
  func dailyQuota() throws {
    let short = try failure(429, Self.body(429, "X", details: Self.perDay + "," + Self.retryInfo))
    #expect(try #require(short.retryAfter) > RetryPolicy.standard.longestHint)
    let long = try failure(429, Self.body(429, "X", "Please retry in 18h26m22s.", details: Self.perDay))
    #expect(long.retryAfter == .seconds(66_382))
  }

  @Test("keeps the longer wait of header and detail")
  func waits() throws {
    let body = Self.body(503, "UNAVAILABLE", details: Self.retryInfo)
    #expect(try failure(503, body, headers: [HTTPHeader("retry-after", "50")]).retryAfter == .seconds(50))
    let date = HTTPHeader("Retry-After", "Thu, 01 Jan 1970 00:01:10 GMT")
    #expect(try failure(503, body, headers: [date]).retryAfter == .seconds(70))
  }

  @Test(
    "is found however it is wrapped",
    arguments: [
      "[" + body(503, "UNAVAILABLE", "busy") + "]", #"{"error":"busy"}"#,
      #"{"error":{"message":"busy","code":"x"}}"#,
      #"{"error":{"code":503,"message":"busy","details":"none"}}"#,
      #"{"error":{"code":500,"message":"{\"error\":{\"code\":503,\"message\":\"busy\"}}"}}"#,
    ])
  func wrapping(body: String) throws {
    #expect(try failure(503, body).trouble.message.contains("\"busy\""))
  }

  @Test("quotes the service on one line, without the key, control characters or more than 300 characters")
  func quotation() throws {
    let long = String(repeating: "x", count: 280) + " AQ.key" + String(repeating: "y", count: 400)
    let message = try failure(500, Self.body(500, "INTERNAL", long)).trouble.message
    #expect(!message.contains("AQ.k"))
    #expect(message.count < 400)
    let odd = try failure(500, Self.body(500, "INTERNAL", #"a\u001b[31m\nb\u202ec AQ.key"#)).trouble.message
    #expect(odd.contains("\"a [31m b c (API key)\""))
  }

  @Test("of the network is the service's, and asks for a new connection where the old one may be dead")
  func transport() throws {
    let words = ServiceWords(key: try #require(APIKey("AQ.key")))
    func failure(_ code: CURLcode) -> GeminiFailure {
      GeminiFailure(TransportError(code), host: "a.example", words)
    }
    #expect(failure(CURLE_RECV_ERROR).trouble.kind == .service(retryAfter: nil))
    #expect(failure(CURLE_RECV_ERROR).repeats == .untilLimit)
    #expect(failure(CURLE_RECV_ERROR).remedy == .freshConnection)
    #expect(failure(CURLE_COULDNT_RESOLVE_HOST).remedy == nil)
    #expect(failure(CURLE_COULDNT_RESOLVE_HOST).trouble.message.contains("a.example"))
    #expect(failure(CURLE_PEER_FAILED_VERIFICATION).repeats == .never)
    #expect(failure(CURLE_FILESIZE_EXCEEDED).trouble.kind == .item(.badAnswer))
  }
}

extension String {
  fileprivate func with(_ id: String) -> String {
    split(separator: "ID", maxSplits: 1).joined(separator: id)
  }
}
