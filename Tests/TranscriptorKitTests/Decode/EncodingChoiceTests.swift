import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("Choosing an encoding")
struct EncodingChoiceTests {
  private func decoder(_ name: String? = nil, known: String? = nil, likely: [String] = []) -> TextDecoder {
    TextDecoder(
      maxInputBytes: 1 << 21, encoding: name.flatMap(TextEncoding.init), known: known.flatMap(Language.init),
      likely: likely.compactMap(Language.init))
  }

  private func refusal(_ decoder: TextDecoder, _ bytes: [UInt8]) -> TranslationTrouble? {
    do {
      _ = try decoder.decode(bytes)
      return nil
    } catch { return error }
  }

  private let russian = "Вчера вечером мы долго гуляли по набережной и говорили о будущем."

  @Test(
    "What is found is named as IANA names it, and sure finds bring no warning",
    arguments: [
      ("WINDOWS-1251", "windows-1251"), ("KOI8-R", "KOI8-R"), ("IBM866", "IBM866"),
      ("ISO-8859-5", "ISO-8859-5"),
    ])
  func named(encoding: String, name: String) throws {
    let read = try decoder().decode(#require(russian.encoded(encoding)))
    #expect(read == SourceText(text: russian, encoding: name))
  }

  @Test("A short word that could be others is asked about, with the readings and the setting")
  func question() throws {
    let bytes = try #require("хлеб".encoded("WINDOWS-1251"))
    let trouble = try #require(refusal(decoder(likely: ["ru"]), bytes))
    #expect(trouble.kind == .item(.notText))
    #expect(trouble.hint.contains("windows-1251 (“хлеб”)"))
    #expect(trouble.hint.contains("?"))
    #expect(trouble.hint.hasSuffix("transcriptor settings set encoding windows-1251"))
  }

  @Test("The setting answers the question")
  func setting() throws {
    let bytes = try #require("хлеб".encoded("WINDOWS-1251"))
    #expect(
      try decoder("windows-1251").decode(bytes) == SourceText(text: "хлеб", encoding: "windows-1251"))
    #expect(try decoder("windows-1253").decode(bytes).text == "υλεα")
  }

  @Test("The setting is obeyed strictly: what its encoding lacks is refused, not replaced")
  func strict() throws {
    // 0x98 is not assigned in windows-1251, 0x81 not in windows-1252; a Shift_JIS character must not be cut.
    for (name, bytes) in [
      ("windows-1251", [0xE4, 0x98]), ("windows-1252", [0x61, 0x81]), ("Shift_JIS", [0x95, 0x5C, 0x95]),
      ("GB18030", [0xB0]), ("UTF-16LE", [0x41, 0x00, 0x42]), ("UTF-8", [0x63, 0xE9]),
    ] as [(String, [UInt8])] {
      let trouble = try #require(refusal(decoder(name), bytes), "\(name)")
      #expect(trouble.kind == .item(.notText))
      #expect(trouble.message.contains(name))
    }
  }

  @Test("UTF-8 and byte-order marks win over the setting")
  func unicodeFirst() throws {
    #expect(try decoder("Shift_JIS").decode(Array("жук".utf8)) == SourceText(text: "жук"))
    #expect(try decoder("KOI8-R").decode([0xFF, 0xFE, 0x61, 0]).encoding == "UTF-16LE")
  }

  @Test("UTF-16 without a mark can be named, also where it would not be recognised")
  func namedWide() throws {
    #expect(try decoder("UTF-16LE").decode([0xE5, 0x65, 0x2C, 0x67]).text == "日本")
  }

  @Test("A backslash as the second byte of a character is part of it")
  func backslash() throws {
    let text = "表示の能力は十分で、ソースも予定も申し分ない。"
    let bytes = try #require(text.encoded("CP932"))
    #expect(bytes.contains(0x5C))
    #expect(try decoder().decode(bytes) == SourceText(text: text, encoding: "Shift_JIS"))
    #expect(try decoder("Shift_JIS").decode([0x5C, 0x95, 0x5C]).text == "\\表")
  }

  @Test("Characters of four bytes in GB18030 are read")
  func fourBytes() throws {
    let text = "他的名字里有一个很少见的字：𠀀，我们都不认识它。"
    let bytes = try #require(text.encoded("GB18030"))
    #expect(try decoder().decode(bytes) == SourceText(text: text, encoding: "GB18030"))
  }

  @Test("ISO-2022-JP is known by its escape sequences, though its bytes are ASCII")
  func japaneseMail() throws {
    let text = "弟は毎朝、駅前の店で牛乳を買う。 OK"
    let bytes = try #require(text.encoded("ISO-2022-JP"))
    #expect(bytes.allSatisfy { $0 < 0x80 })
    #expect(try decoder().decode(bytes) == SourceText(text: text, encoding: "ISO-2022-JP"))
    #expect(try decoder().decode(Array("\u{1B}[1mbold\u{1B}[0m".utf8)).encoding == nil)
  }

  @Test("A text that a user could not read is recognised too: a Polish letter for a Russian")
  func foreignMail() throws {
    let text = "Szanowny Panie, dziękuję za list i proszę o szybką odpowiedź w tej ważnej sprawie."
    let read = try decoder(likely: ["ru"]).decode(#require(text.encoded("WINDOWS-1250")))
    #expect(read == SourceText(text: text, encoding: "windows-1250"))
  }

  @Test("A language that is told decides what the letters alone leave open")
  func told() throws {
    let bytes = try #require("koń".encoded("WINDOWS-1250"))
    #expect(refusal(decoder(), bytes)?.kind == .item(.notText))
    let read = try decoder(known: "pl").decode(bytes)
    #expect(read.text == "koń")
    #expect(read.encoding == "windows-1250")
  }

  @Test("A find that is not sure brings a warning that names the setting")
  func unsure() throws {
    let bytes = try #require("koń".encoded("WINDOWS-1250"))
    let read = try decoder(known: "pl").decode(bytes)
    #expect(read.text == "koń")
    #expect(read.warnings.count == 1)
    #expect(read.warnings.first?.contains("settings set encoding") == true)
  }

  @Test("A sign that stands only far down in a long text still counts")
  func farDown() throws {
    let line = String(repeating: "Der Bäcker öffnet früh, die Tür ist offen. ", count: 400)
    let text = line + "Das Brot kostet 3 € und die Brötchen je 0,50 €."
    let read = try decoder().decode(#require(text.encoded("ISO-8859-15")))
    #expect(read.text == text)
    #expect(read.encoding == "ISO-8859-15")
  }

  @Test("A damaged text is refused, and not read in another encoding where every byte means something")
  func damaged() throws {
    let bytes = try #require(russian.encoded("WINDOWS-1251"))
    for text in [
      bytes + [0x20, 0x98], [0x98, 0x20] + bytes, Array(repeating: bytes, count: 60).joined() + [0x98],
    ] {
      let trouble = try #require(refusal(decoder(likely: ["ru"]), Array(text)))
      #expect(trouble.kind == .item(.notText))
      #expect(trouble.message.contains("windows-1251"))
    }
    let polish = try #require("Zażółć gęślą jaźń, a potem idź spać już o siódmej.".encoded("ISO-8859-2"))
    #expect(refusal(decoder(), polish + [0x20, 0x95])?.kind == .item(.notText))
  }

  @Test("Hundreds of kilobytes of any bytes are refused as no text")
  func large() {
    var random = SeededGenerator()
    let size = 1 << 18
    let high = (0..<size).map { _ in UInt8.random(in: 0x80...0xFF, using: &random) }
    #expect(refusal(decoder(), high)?.kind == .item(.notText), "seed \(random.seed)")
    let any = (0..<size).map { _ in UInt8.random(in: 0...0xFF, using: &random) }
    #expect(refusal(decoder(), any)?.kind == .item(.notText), "seed \(random.seed)")
  }
}
