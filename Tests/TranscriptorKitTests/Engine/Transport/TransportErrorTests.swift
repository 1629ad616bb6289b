import CCurl
import Testing

@testable import TranscriptorKit

@Suite("A transport error")
struct TransportErrorTests {
  @Test(
    "is worth a retry where the network may be at fault",
    arguments: [
      CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING,
      CURLE_PARTIAL_FILE,
      CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST, CURLE_OPERATION_TIMEDOUT, CURLE_SSL_CONNECT_ERROR,
    ].map(\.rawValue))
  func transient(code: UInt32) { #expect(TransportError(CURLcode(code)).isWorthRetry) }

  @Test(
    "is not worth a retry where the same would happen again",
    arguments: [
      CURLE_PEER_FAILED_VERIFICATION, CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL,
      CURLE_FILESIZE_EXCEEDED,
      CURLE_SSL_CACERT_BADFILE, CURLE_FTP_WEIRD_PASS_REPLY,
    ].map(\.rawValue))
  func final(code: UInt32) { #expect(!TransportError(CURLcode(code)).isWorthRetry) }

  @Test("has a name and words")
  func words() {
    let error = TransportError(CURLE_COULDNT_RESOLVE_HOST)
    #expect(error.name == "CURLE_COULDNT_RESOLVE_HOST")
    #expect(!error.message.isEmpty)
    #expect(TransportError(CURLE_RECV_ERROR, message: "reset").description == "reset (CURLE_RECV_ERROR)")
  }
}
