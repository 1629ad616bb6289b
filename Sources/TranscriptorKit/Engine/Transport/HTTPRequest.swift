/// One request over HTTP, and how long to wait for its answer.
///
/// Headers may carry secrets, so a request describes itself by its method and address alone.
package struct HTTPRequest: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  package var method: Method
  /// Where it goes: http or https.
  package var url: String
  /// What is sent beside the headers that libcurl writes itself.
  package var headers: [HTTPHeader]
  /// What is sent after the headers; only a POST has one.
  package var body: [UInt8]
  /// How long resolving, connecting and the TLS handshake may take.
  package var connectLimit = Duration.seconds(15)
  /// How long everything may take, from the call to the last byte.
  package var timeLimit = Duration.seconds(60)
  /// The largest body that is accepted, in bytes after decompression.
  package var responseLimit = 4 << 20
  /// Whether to leave connections that stand open alone and make a new one.
  package var needsFreshConnection = false

  package init(_ method: Method, _ url: String, headers: [HTTPHeader] = [], body: [UInt8] = []) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }

  /// The method and the address up to its query.
  package var description: String { method.rawValue + " " + url.prefix { $0 != "?" && $0 != "#" } }
  /// The same as `description`.
  package var debugDescription: String { description }
  /// No children, so that `dump` shows no header.
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// One line of a message's head.
package struct HTTPHeader: Equatable, Sendable {
  package let name: String
  package let value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
