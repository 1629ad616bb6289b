/// Checks where the key may be sent, before it is sent anywhere.
enum ServiceAddress {
  /// An https address, or http to this machine itself, without user, query or fragment; nil otherwise.
  static func checked(_ text: String) -> String? {
    guard let address = HTTPAddress(text), !address.hasExtras else { return nil }
    return address.scheme == "https" || address.isLoopback ? text : nil
  }

  /// A version of the interface, one part of a URL's path; nil otherwise.
  ///
  /// `beta` is the newest beta, as Google's own SDKs read it.
  static func version(_ text: String) -> String? {
    if text == "beta" { return "v1beta" }
    guard text.first == "v", text.utf8.count <= 32 else { return nil }
    let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
    return isPlain && text.utf8.count > 1 ? text : nil
  }
}
