import CCurl
import FoundationEssentials

/// Reads how long a service asks to wait.
enum RetryHint {
  /// The longest wait that is believed, in seconds.
  private static let longest = 31 * 86_400.0

  /// The wait that an error names: the longer of the header and the detail, else what its message says.
  static func duration(header: String?, detail: String?, message: String, now: Date) -> Duration? {
    let named = [header.flatMap { self.header($0, now: now) }, detail.flatMap { duration($0) }]
    return named.compactMap(\.self).max() ?? self.message(message)
  }

  /// The header `Retry-After`: whole seconds or a date (RFC 9110, section 10.2.3).
  static func header(_ value: String, now: Date) -> Duration? {
    if !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return seconds(Double(value)) }
    guard value.contains(where: \.isLetter) else { return nil }
    let time = curl_getdate(value, nil)
    return time < 0 ? nil : seconds(Double(time) - now.timeIntervalSince1970)
  }

  /// "Please retry in 18h26m22s." in the text of an error.
  static func message(_ text: String) -> Duration? {
    let text = text.lowercased()
    return text.firstRange(of: "retry in ").flatMap { duration(String(text[$0.upperBound...])) }
  }

  /// A length of time at the beginning of a text: `36s`, `34.07s`, `900ms`, `18h26m22s`; nil where there is none.
  static func duration(_ text: String) -> Duration? {
    var rest = text[...]
    var total: Double?
    while let (value, length) = piece(rest) {
      total = (total ?? 0) + value
      rest = rest.dropFirst(length)
    }
    return seconds(total)
  }

  /// One number with its unit, in seconds, and how many characters it takes.
  private static func piece(_ text: Substring) -> (seconds: Double, length: Int)? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = text.dropFirst(digits.count).prefix { $0.isASCII && $0.isLetter }
    let factors = ["d": 86_400, "h": 3600, "m": 60, "s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9]
    guard let number = Double(digits), let factor = factors[String(unit)] else { return nil }
    return (number * factor, digits.count + unit.count)
  }

  private static func seconds(_ value: Double?) -> Duration? {
    guard let value, value.isFinite else { return nil }
    return .seconds(min(max(0, value), longest))
  }
}
