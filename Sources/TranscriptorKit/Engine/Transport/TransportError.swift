import CCurl

/// An exchange that brought no complete answer.
package struct TransportError: Error, Equatable, Sendable, CustomStringConvertible {
  /// libcurl's number for the fault (libcurl-errors(3)).
  package let code: UInt32
  /// The number's name: `CURLE_COULDNT_CONNECT`.
  package let name: String
  /// The particulars in libcurl's words.
  package let message: String
  /// Whether the same request may succeed a moment later.
  package let isWorthRetry: Bool
  /// Whether the connection may have died while it stood idle, so that a new one should be made.
  package let mayBeDeadConnection: Bool

  /// Describes what libcurl returned; without a message its general words for the code are taken.
  init(_ code: CURLcode, message: String = "") {
    let entry = Self.known.first { $0.code == code }
    self.code = code.rawValue
    name = entry?.name ?? "curl error \(code.rawValue)"
    self.message = message.isEmpty ? String(cString: curl_easy_strerror(code)) : message
    isWorthRetry = entry?.fate == .transient || entry?.fate == .deadConnection
    mayBeDeadConnection = entry?.fate == .deadConnection
  }

  /// The particulars and the name of the fault.
  package var description: String { "\(message) (\(name))" }

  private enum Fate { case transient, deadConnection, final }

  private static let known: [(code: CURLcode, name: String, fate: Fate)] = [
    (CURLE_UNSUPPORTED_PROTOCOL, "CURLE_UNSUPPORTED_PROTOCOL", .final),
    (CURLE_FAILED_INIT, "CURLE_FAILED_INIT", .transient),
    (CURLE_URL_MALFORMAT, "CURLE_URL_MALFORMAT", .final),
    (CURLE_COULDNT_RESOLVE_PROXY, "CURLE_COULDNT_RESOLVE_PROXY", .transient),
    (CURLE_COULDNT_RESOLVE_HOST, "CURLE_COULDNT_RESOLVE_HOST", .transient),
    (CURLE_COULDNT_CONNECT, "CURLE_COULDNT_CONNECT", .transient),
    (CURLE_WEIRD_SERVER_REPLY, "CURLE_WEIRD_SERVER_REPLY", .transient),
    (CURLE_HTTP2, "CURLE_HTTP2", .deadConnection),
    (CURLE_PARTIAL_FILE, "CURLE_PARTIAL_FILE", .deadConnection),
    (CURLE_OUT_OF_MEMORY, "CURLE_OUT_OF_MEMORY", .final),
    (CURLE_OPERATION_TIMEDOUT, "CURLE_OPERATION_TIMEDOUT", .transient),
    (CURLE_SSL_CONNECT_ERROR, "CURLE_SSL_CONNECT_ERROR", .transient),
    (CURLE_GOT_NOTHING, "CURLE_GOT_NOTHING", .deadConnection),
    (CURLE_SEND_ERROR, "CURLE_SEND_ERROR", .deadConnection),
    (CURLE_RECV_ERROR, "CURLE_RECV_ERROR", .deadConnection),
    (CURLE_PEER_FAILED_VERIFICATION, "CURLE_PEER_FAILED_VERIFICATION", .final),
    (CURLE_BAD_CONTENT_ENCODING, "CURLE_BAD_CONTENT_ENCODING", .transient),
    (CURLE_FILESIZE_EXCEEDED, "CURLE_FILESIZE_EXCEEDED", .final),
    (CURLE_SSL_CACERT_BADFILE, "CURLE_SSL_CACERT_BADFILE", .final),
    (CURLE_HTTP2_STREAM, "CURLE_HTTP2_STREAM", .deadConnection),
    (CURLE_PROXY, "CURLE_PROXY", .transient),
  ]
}
