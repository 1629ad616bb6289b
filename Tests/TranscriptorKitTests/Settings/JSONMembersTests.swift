import Testing

@testable import TranscriptorKit

@Suite("Members of a settings file")
struct JSONMembersTests {
  @Test("What is not touched stays as it was written, in its order")
  func kept() throws {
    let text = #"""
      { "z" : 12345678901234567890.10 , "nested": {"a": [1, "}", "\"]"], "b":{}},
        "maxConcurrent": 4, "s": "a, b: {c} \\", "é\n": [ ] }
      """#
    var members = try JSONMembers(Array(text.utf8))
    members.set("maxConcurrent", to: 8)
    members.set("model", to: "m")
    #expect(
      members.text == #"""
        {
          "z": 12345678901234567890.10,
          "nested": {"a": [1, "}", "\"]"], "b":{}},
          "maxConcurrent": 8,
          "s": "a, b: {c} \\",
          "é\n": [ ],
          "model": "m"
        }

        """#)
    #expect(try JSONMembers(Array(members.text.utf8)) == members)
  }

  @Test("Removing the last member leaves an object")
  func removal() throws {
    var members = try JSONMembers(Array(#"{"a": null}"#.utf8))
    #expect(members["a"] == nil)
    let removals = [members.remove("a"), members.remove("a")]
    #expect(removals == [true, false])
    #expect(members.text == "{}\n")
  }

  @Test("A name with escapes in it is the name that it stands for")
  func escapes() throws {
    #expect(try JSONMembers(Array(#"{"mod\u0065l": "m"}"#.utf8))["model"] == #""m""#)
  }

  @Test("A byte-order mark before the object does no harm")
  func byteOrderMark() throws {
    #expect(try JSONMembers([0xEF, 0xBB, 0xBF] + Array(#"{"a": 1}"#.utf8))["a"] == "1")
  }

  @Test(
    "What is no object is refused",
    arguments: [
      "", "[]", "3", "{", "{\"a\": }", "{'a': 1}", "{\"a\": 1} x", "{\"a\": 1, \"a\": 2}",
    ])
  func malformed(text: String) {
    #expect(throws: JSONMembers.Malformed.self) { try JSONMembers(Array(text.utf8)) }
  }

  @Test("Bytes that are no UTF-8 are refused")
  func notUTF8() {
    #expect(throws: JSONMembers.Malformed.self) {
      try JSONMembers([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D])
    }
  }
}
