import FoundationEssentials

/// The body of an answer that is an error: a `google.rpc.Status`
/// (https://cloud.google.com/apis/design/errors#http_mapping), however it is wrapped.
struct GeminiErrorBody: Equatable, Sendable {
  /// The HTTP status that the body names, which gateways do not change.
  var code: Int?
  var message = ""
  /// The name of the code: `RESOURCE_EXHAUSTED`.
  var status = ""
  /// Reasons of `ErrorInfo` details: `API_KEY_INVALID`.
  var reasons: [String] = []
  /// The delay of a `RetryInfo` detail, as it is written: `34.07s`.
  var retryDelay: String?
  /// The limits that a `QuotaFailure` detail names: `GenerateRequestsPerDayPerProjectPerModel-FreeTier`.
  var quotaIDs: [String] = []

  /// Reads an error, alone or as the only element of a list; nil for anything else.
  init?(_ bytes: [UInt8]) {
    let decoder = JSONDecoder()
    let data = Data(bytes)
    guard
      let status = (try? decoder.decode(Envelope.self, from: data))?.error
        ?? (try? decoder.decode([Envelope].self, from: data))?.first?.error
    else { return nil }
    self.init(status)
    // Gateways put the service's whole answer into the message as a text.
    if let inner = GeminiErrorBody(nestedIn: message) { self = inner }
  }

  private init?(nestedIn message: String) {
    guard message.utf8.first == UInt8(ascii: "{"),
      let status = (try? JSONDecoder().decode(Envelope.self, from: Data(message.utf8)))?.error
    else { return nil }
    self.init(status)
  }

  private init(_ error: Status) {
    code = error.code
    message = error.message ?? ""
    status = error.status ?? ""
    for detail in error.details {
      if let reason = detail.reason { reasons.append(reason) }
      retryDelay = retryDelay ?? detail.retryDelay
      quotaIDs += detail.quotaIDs
    }
  }

  private struct Envelope: Decodable { var error: Status }

  /// Every field is read by itself: one of an unexpected type must not hide the others.
  private struct Status: Decodable {
    var code: Int?
    var message: String?
    var status: String?
    var details: [Detail] = []

    enum Key: CodingKey { case code, message, status, details }

    init(from decoder: any Decoder) throws {
      if let text = try? decoder.singleValueContainer().decode(String.self) {
        message = text
        return
      }
      let values = try decoder.container(keyedBy: Key.self)
      code = try? values.decode(Int.self, forKey: .code)
      message = try? values.decode(String.self, forKey: .message)
      status = try? values.decode(String.self, forKey: .status)
      details = (try? values.decode([Detail].self, forKey: .details)) ?? []
    }
  }

  private struct Detail: Decodable {
    var reason: String?
    var retryDelay: String?
    var quotaIDs: [String] = []

    enum Key: CodingKey { case reason, retryDelay, violations }
    struct Violation: Decodable { var quotaId: String? }

    init(from decoder: any Decoder) throws {
      guard let values = try? decoder.container(keyedBy: Key.self) else { return }
      reason = try? values.decode(String.self, forKey: .reason)
      retryDelay = try? values.decode(String.self, forKey: .retryDelay)
      let violations = (try? values.decode([Violation].self, forKey: .violations)) ?? []
      quotaIDs = violations.compactMap(\.quotaId)
    }
  }
}
