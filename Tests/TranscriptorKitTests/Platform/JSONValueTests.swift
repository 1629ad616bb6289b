import FoundationEssentials
import Testing
import TranscriptorKit

@Suite("JSON as it is written")
struct JSONValueTests {
  private struct Sample: Decodable, Equatable {
    var text: String
    var list: [Int]
    var flag: Bool
    var number: Double
    var nothing: String?
    var inner: [String: String]
  }

  private let value: JSONValue = [
    "text": "ż \"\\\n\r\t\u{1}\u{7F}\u{2028}/ 🐱", "list": [1, -2, 3], "flag": true, "number": .number(0.25),
    "nothing": .null, "inner": ["z": "1", "a": "2"],
  ]

  @Test(
    "A value is read back the same by another reader, on one line and on several", arguments: [true, false])
  func readBack(compact: Bool) throws {
    let text = compact ? value.compact : value.pretty
    let read = try JSONDecoder().decode(Sample.self, from: Data(text.utf8))
    #expect(
      read
        == Sample(
          text: "ż \"\\\n\r\t\u{1}\u{7F}\u{2028}/ 🐱", list: [1, -2, 3], flag: true, number: 0.25,
          nothing: nil,
          inner: ["z": "1", "a": "2"]))
  }

  @Test("Members stay in the order in which they were given")
  func order() { #expect((["z": 1, "a": 2, "m": 3] as JSONValue).compact == #"{"z":1,"a":2,"m":3}"#) }

  @Test(
    "Only what must be escaped is, so that people can read the file",
    arguments: [
      ("ż🐱/'<&>", "ż🐱/'<&>"), ("\"", #"\""#), ("\\", #"\\"#), ("\n\r\t", #"\n\r\t"#), ("\u{0}", #"\u0000"#),
      ("\u{1B}", #"\u001b"#), ("\u{7F}", #"\u007f"#), ("\u{85}", "\u{85}"),
    ])
  func escapes(text: String, written: String) {
    #expect(JSONValue.string(text).compact == "\"\(written)\"")
    #expect(JSONValue.object([.init(text, .null)]).compact == "{\"\(written)\":null}")
  }

  @Test("A combining mark stays behind the quotation mark that it follows")
  func combining() throws {
    let text = "\"\u{301}\\\u{301}"
    let read = try JSONDecoder().decode(
      [String].self, from: Data(JSONValue.array([.string(text)]).compact.utf8))
    #expect(read.first?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
  }

  @Test("Several lines are indented by two spaces, and the last one ends")
  func pretty() {
    let value: JSONValue = ["a": [1, ["b": 2]], "c": [], "d": .object([])]
    #expect(
      value.pretty == """
        {
          "a": [
            1,
            {
              "b": 2
            }
          ],
          "c": [],
          "d": {}
        }

        """)
  }

  @Test("A number that JSON has no word for becomes null")
  func notFinite() {
    #expect(JSONValue.number(.nan).compact == "null")
    #expect(JSONValue.number(-.infinity).compact == "null")
    #expect(JSONValue.integer(.min).compact == "-9223372036854775808")
  }
}
