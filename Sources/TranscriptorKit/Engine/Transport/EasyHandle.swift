import CCurl

/// One `CURL *`: what a single transfer is set up with.
///
/// Not Sendable on purpose: libcurl forbids the use of one handle by two threads (libcurl-thread(3)).
final class EasyHandle {
  let pointer: UnsafeMutableRawPointer

  init() throws(TransportError) {
    guard let pointer = curl_easy_init() else { throw TransportError(CURLE_FAILED_INIT) }
    self.pointer = pointer
  }

  deinit { curl_easy_cleanup(pointer) }

  /// Forgets every option; connections belong to the multi handle and stay.
  func reset() { curl_easy_reset(pointer) }

  func set(_ option: CURLoption, _ value: Int) throws(TransportError) {
    try check(ccurl_set_long(pointer, option, value))
  }

  func set(_ option: CURLoption, _ value: Bool) throws(TransportError) { try set(option, value ? 1 : 0) }

  /// Sets a time limit, for the options that count milliseconds; at least one, since zero would mean none.
  func set(_ option: CURLoption, _ value: Duration) throws(TransportError) {
    let parts = value.components
    let milliseconds = parts.seconds.multipliedReportingOverflow(by: 1000)
    let limit = milliseconds.overflow ? Int64(Int32.max) : milliseconds.partialValue
    try set(option, Int(max(1, min(limit + parts.attoseconds / 1_000_000_000_000_000, Int64(Int32.max)))))
  }

  /// Sets a text, which libcurl copies.
  func set(_ option: CURLoption, _ value: String) throws(TransportError) {
    try check(value.withCString { ccurl_set_ptr(pointer, option, $0) })
  }

  /// Sets memory that must outlive the transfer.
  func set(_ option: CURLoption, _ value: UnsafeRawPointer?) throws(TransportError) {
    try check(ccurl_set_ptr(pointer, option, value))
  }

  func set(_ option: CURLoption, callback: ccurl_data_fn) throws(TransportError) {
    try check(ccurl_set_fn(pointer, option, callback))
  }

  /// Sets what a POST sends; libcurl copies it.
  func setBody(_ bytes: [UInt8]) throws(TransportError) {
    // The length goes first: without it libcurl would look for a NUL when it copies.
    try check(ccurl_set_off(pointer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count)))
    let code = bytes.withUnsafeBytes { buffer in
      // An empty array may have no address, and a null pointer would mean that a callback delivers the body.
      buffer.baseAddress.map { ccurl_set_ptr(pointer, CURLOPT_COPYPOSTFIELDS, $0) }
        ?? ccurl_set_ptr(pointer, CURLOPT_COPYPOSTFIELDS, "")
    }
    try check(code)
  }

  /// The status of the last answer.
  var status: Int {
    var status = 0
    return ccurl_get_long(pointer, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0
  }

  private func check(_ code: CURLcode) throws(TransportError) {
    guard code == CURLE_OK else { throw TransportError(code) }
  }
}
