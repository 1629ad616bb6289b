import CCurl

/// A web address, read by the parser that libcurl itself connects with, so that what was checked is what is used.
package struct HTTPAddress: Equatable, Sendable {
  /// `http` or `https`.
  package let scheme: String
  /// The host's name, or its address; an IPv6 address is in brackets.
  package let host: String
  /// Whether there is anything but a scheme, a host, a port and a path.
  package let hasExtras: Bool

  /// Reads an address; nil where it is malformed or neither http nor https.
  package init?(_ text: String) {
    guard let parser = curl_url() else { return nil }
    defer { curl_url_cleanup(parser) }
    guard curl_url_set(parser, CURLUPART_URL, text, 0) == CURLUE_OK else { return nil }
    func part(_ part: CURLUPart) -> String? {
      var value: UnsafeMutablePointer<CChar>?
      guard curl_url_get(parser, part, &value, 0) == CURLUE_OK, let value else { return nil }
      defer { curl_free(value) }
      return String(cString: value)
    }
    guard let scheme = part(CURLUPART_SCHEME)?.lowercased(), ["http", "https"].contains(scheme) else {
      return nil
    }
    guard let host = part(CURLUPART_HOST)?.lowercased(), !host.isEmpty else { return nil }
    self.scheme = scheme
    self.host = host
    hasExtras = [CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_QUERY, CURLUPART_FRAGMENT].contains {
      part($0) != nil
    }
  }

  /// Whether the host is this machine: 127.0.0.0/8, `::1`, or `localhost`, which libcurl never asks a server for.
  package var isLoopback: Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let octets = host.split(separator: ".", omittingEmptySubsequences: false)
    return octets.count == 4 && octets[0] == "127" && octets.allSatisfy { UInt8($0) != nil }
  }
}
