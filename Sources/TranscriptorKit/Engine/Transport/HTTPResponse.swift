/// A complete answer over HTTP, whatever its status.
package struct HTTPResponse: Sendable {
  /// The status code (RFC 9110, section 15).
  package var status: Int
  /// The head's lines in the order in which they came.
  package var headers: [HTTPHeader]
  /// The body, decompressed.
  package var body: [UInt8]

  package init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The first value of a header; names are compared without regard to case (RFC 9110, section 5.1).
  package func header(_ name: String) -> String? {
    let name = name.lowercased()
    return headers.first { $0.name.lowercased() == name }?.value
  }
}
