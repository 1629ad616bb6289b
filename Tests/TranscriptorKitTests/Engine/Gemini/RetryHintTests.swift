import FoundationEssentials
import Testing

@testable import TranscriptorKit

@Suite("A hint to wait")
struct RetryHintTests {
  private let now = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT

  @Test(
    "is read in every spelling",
    arguments: [
      ("36s", 36), ("0s", 0), ("34.074824224s", 34.074824224), ("900ms", 0.9),
      ("51820.638305887s", 51820.638305887),
      ("18h26m22s", 66_382), ("1m", 60), ("47.58s.", 47.58),
    ])
  func spelling(text: String, seconds: Double) throws {
    #expect(abs(try #require(RetryHint.duration(text)) / .seconds(1) - seconds) < 1e-6)
  }

  @Test(
    "is nothing where no length of time stands", arguments: ["", "s", "soon", "-3s", "5", "5 s", "1.2.3s"])
  func nonsense(text: String) { #expect(RetryHint.duration(text) == nil) }

  @Test(
    "is seconds or a date in the header",
    arguments: [
      ("7", 7), ("Sun, 06 Nov 1994 08:50:07 GMT", 30), ("Sunday, 06-Nov-94 08:50:07 GMT", 30),
      ("Sun Nov  6 08:50:07 1994", 30), ("Sun, 06 Nov 1994 08:49:00 GMT", 0),
    ])
  func header(value: String, seconds: Int) {
    #expect(RetryHint.header(value, now: now) == .seconds(seconds))
  }

  @Test("is nothing where the header is malformed", arguments: ["", "-1", "1.5", "soon", "٣"])
  func malformedHeader(value: String) { #expect(RetryHint.header(value, now: now) == nil) }

  @Test("never exceeds a month, whatever is asked for")
  func bounded() {
    #expect(RetryHint.header("99999999999999999999999999", now: now) == .seconds(31 * 86_400))
    #expect(RetryHint.duration("9999999999999999999999h") == .seconds(31 * 86_400))
  }

  @Test("is the longer of header and detail, and only then what the message says")
  func precedence() {
    func hint(_ header: String?, _ detail: String?, _ message: String) -> Duration? {
      RetryHint.duration(header: header, detail: detail, message: message, now: now)
    }
    #expect(hint("5", "36s", "Please retry in 90s") == .seconds(36))
    #expect(hint("50", "36s", "") == .seconds(50))
    #expect(hint(nil, nil, "Quota exceeded. Please retry in 18h26m22s.") == .seconds(66_382))
    #expect(hint(nil, nil, "İİ Please Retry In 5s") == .seconds(5))
    #expect(hint(nil, nil, "Try later.") == nil)
  }
}
