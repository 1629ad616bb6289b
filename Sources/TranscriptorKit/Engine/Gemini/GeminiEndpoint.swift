/// The address of one model's `generateContent`, checked before a key is ever sent there.
struct GeminiEndpoint: Equatable, Sendable {
  /// The whole address.
  let url: String
  /// The host alone, for messages.
  let host: String
  /// The model as it is asked for, without `models/`.
  let model: String

  /// Builds the address.
  /// - Throws: `TranslationTrouble` of the kind set-up where the base address is malformed, would send the key in
  ///   the clear to another machine, or where the model or the version is missing.
  init(_ configuration: GeminiConfiguration) throws(TranslationTrouble) {
    guard let base = HTTPAddress(configuration.baseURL), !base.hasExtras else {
      throw TranslationTrouble(
        .setup, "The base URL of Gemini is not a plain web address.",
        hint:
          "Set baseURL, or GOOGLE_GEMINI_BASE_URL, to an address such as https://generativelanguage.googleapis.com."
      )
    }
    guard base.scheme == "https" || base.isLoopback else {
      throw TranslationTrouble(
        .setup, "The base URL of Gemini would send the API key unencrypted over the network.",
        hint: "Set baseURL, or GOOGLE_GEMINI_BASE_URL, to an address that begins with https.")
    }
    let prefix = "models/"
    let name = configuration.model
    model = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
    guard !model.isEmpty, !configuration.apiVersion.isEmpty else {
      throw TranslationTrouble(
        .setup, "No Gemini model, or no version of its interface, is set.",
        hint: "Run \"transcriptor settings set model gemini-3.5-flash-lite\".")
    }
    host = base.host
    var root = configuration.baseURL[...]
    while root.last == "/" { root.removeLast() }
    url = "\(root)/\(Self.encoded(configuration.apiVersion))/models/\(Self.encoded(model)):generateContent"
  }

  /// Writes everything but the unreserved characters (RFC 3986, section 2.3) as `%XX`.
  private static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { encoded, byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        encoded += (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
  }
}
