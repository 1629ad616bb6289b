import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("Characters that are no letters")
struct TextPolicyTests {
  private let decoder = TextDecoder(maxInputBytes: 1 << 20)

  private func read(_ text: String) throws -> String { try decoder.decode(Array(text.utf8)).text }

  /// Whether a text is kept to the last scalar; canonical equivalence is not enough.
  private func isKept(_ text: String) throws -> Bool {
    try read(text).unicodeScalars.elementsEqual(text.unicodeScalars)
  }

  @Test("A byte-order mark inside, where files were joined, is left out")
  func innerMarks() throws {
    #expect(try read("\u{FEFF}one\n\u{FEFF}two") == "one\ntwo")
    #expect(try read("one\u{FEFF}\u{FEFF}") == "one")
    #expect(try read("\u{FEFF}\u{FEFF} one") == "one")
    let wide = "\u{FEFF}one\n\u{FEFF}two".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(try decoder.decode(wide).text == "one\ntwo")
  }

  @Test("DOS's end-of-file mark goes with the white space at the end, and stays elsewhere")
  func endOfFile() throws {
    #expect(try read("The end.\r\n\u{1A}") == "The end.")
    #expect(try read("The end.\u{1A}\u{1A}\n") == "The end.")
    #expect(try isKept("It begins\u{1A} here, and goes on"))
    #expect(throws: TranslationTrouble.self) { try read("\u{1A}") }
  }

  @Test(
    "What is not a letter is kept as it is",
    arguments: [
      "soft\u{AD}hyphen", "line\u{2028}separator\u{2029}", "\u{202E}override\u{202C}",
      "a\u{200F}b\u{2066}c\u{2069}",
      "one\r\ntwo\rthree\nfour", "form\u{C}feed", "over\u{8}strike", "\u{1B}[1mbold\u{1B}[0m",
      "next\u{85}line here",
      "zero\u{200B}width\u{200D}joiner",
      "one DEL \u{7F} in a long text",
      "one C1 \u{9B} in a text that is long enough", "private \u{E000} use", "tag \u{E0041}",
    ])
  func kept(text: String) throws {
    let inner = "x" + text + "x"
    #expect(try isKept(inner))
  }

  @Test("A letter under a thousand accents is kept, and harms nothing that is made of it")
  func accents() throws {
    let text = "Z" + String(repeating: "\u{0301}\u{0323}", count: 500) + "algo"
    #expect(try isKept(text))
    #expect(!text.terminalSafe.isEmpty)
  }

  @Test(
    "More than one stray in twenty makes a file binary",
    arguments: [0x1, 0x7F, 0x80, 0x9F, 0xFDD0, 0xFFFE, 0x1FFFF] as [UInt32])
  func strays(value: UInt32) throws {
    let stray = String(try #require(Unicode.Scalar(value)))
    #expect(try isKept(String(repeating: "a", count: 19) + stray))
    #expect(throws: TranslationTrouble.self) { try read(String(repeating: "a", count: 18) + stray) }
  }

  @Test(
    "Text that somebody encoded twice is not repaired",
    arguments: [
      "schÃ¶n, grÃ¼n und Ã¼ber", "schÃƒÂ¶n", "“Ã¼” is what a wrong program makes of “ü”", "РџСЂРёРІРµС‚",
    ])
  func twice(text: String) throws {
    #expect(try isKept(text))
    #expect(try decoder.decode(Array(text.utf8)).encoding == nil)
  }
}
