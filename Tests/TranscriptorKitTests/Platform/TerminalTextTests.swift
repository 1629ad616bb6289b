import Testing
import TranscriptorKit

@Suite("Text for a terminal")
struct TerminalTextTests {
  @Test(
    "What could command a terminal or mislead a reader is written as an escape",
    arguments: [
      ("a\nb\r\nc\td", #"a\nb\r\nc\td"#), ("\u{1B}[31mred", #"\u{1B}[31mred"#),
      ("\u{0}\u{7F}", #"\u{0}\u{7F}"#),
      ("\u{9B}2J\u{85}", #"\u{9B}2J\u{85}"#), ("evil\u{202E}txt.exe", #"evil\u{202E}txt.exe"#),
      ("\u{200E}\u{200F}\u{61C}\u{2066}\u{2069}", #"\u{200E}\u{200F}\u{61C}\u{2066}\u{2069}"#),
      ("a\u{2028}b\u{2029}", #"a\u{2028}b\u{2029}"#),
    ])
  func escaped(text: String, safe: String) {
    #expect(text.terminalSafe == safe)
  }

  @Test(
    "Letters of all scripts stay as they are",
    arguments: ["zażółć", "привет", "שלום", "می‌خواهم", "👩‍👩‍👧", "e\u{301}"])
  func kept(text: String) {
    #expect(Array(text.terminalSafe.unicodeScalars) == Array(text.unicodeScalars))
    #expect(Array(text.terminalSafeLines.unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test("Lines stay lines, however they were broken")
  func lines() {
    #expect("a\nb\r\nc\rd\u{2028}e\u{B}f\r\r\ng\r".terminalSafeLines == "a\nb\nc\nd\ne\nf\n\ng\n")
    #expect("\ta\u{1B}b\n\u{202E}".terminalSafeLines == "    a\\u{1B}b\n\\u{202E}")
    #expect("\r\n\n\r".terminalSafeLines == "\n\n\n")
  }
}
