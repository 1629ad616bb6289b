public import FoundationEssentials
import Glibc

/// The time, passed in so that tests can set it.
package struct WallClock: Sendable {
  /// The time of day.
  package let now: @Sendable () -> Date

  /// The system's clock.
  package static let system = WallClock { Date() }
}

extension Date {
  /// UTC with whole seconds, as every file of ours holds it: `2026-11-30T16:00:00Z` (RFC 3339).
  public var utc: String { formatted(.iso8601) }

  /// Reads the form that `utc` writes; nil otherwise.
  public init?(utc text: String) {
    guard let date = try? Date(text, strategy: .iso8601) else { return nil }
    self = date
  }

  /// The user's own time zone and the form `2026-11-30 17:00`, for people.
  public var local: String {
    var seconds = time_t(timeIntervalSince1970)
    var parts = tm()
    localtime_r(&seconds, &parts)
    var buffer = [CChar](repeating: 0, count: 32)
    let length = strftime(&buffer, buffer.count, "%Y-%m-%d %H:%M", &parts)
    return String(decoding: buffer.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
