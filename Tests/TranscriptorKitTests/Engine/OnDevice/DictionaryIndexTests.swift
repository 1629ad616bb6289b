import FoundationEssentials
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("Dictionary index") struct DictionaryIndexTests {
  private let folder = TemporaryFolder()

  private func index(_ text: String) throws -> DictionaryIndex {
    let path = folder.path + "/test.index"
    try Data(text.utf8).write(to: URL(filePath: path))
    return try DictionaryIndex(path: path)
  }

  @Test(
    "Numbers are in base 64, the most significant digit first",
    arguments: [("A", 0), ("B", 1), ("BA", 64), ("/", 63), ("+", 62), ("Bo", 104), ("CfHE", 651_716)])
  func number(_ digits: String, _ value: Int) {
    #expect(DictionaryIndex.number(digits.utf8) == value)
    #expect(DictionaryFixture.number(value) == digits)
  }

  @Test("What is no number is refused", arguments: ["", "A B", "-1", "é", "//////////"])
  func noNumber(_ digits: String) { #expect(DictionaryIndex.number(digits.utf8) == nil) }

  @Test("Every line of a key is found, wherever it stands")
  func search() throws {
    let keys = (0..<500).map { "key\($0)" }.sorted()
    let lines = keys.enumerated().map { "\($1)\t\(DictionaryFixture.number($0))\tB\n" }
    let index = try index("a\tA\tB\n" + lines.joined() + "z\tB\tC\nz\tB\tD\nż\tC\tC\n")
    for (number, key) in keys.enumerated() {
      #expect(try index.places(of: key) == [.init(offset: number, length: 1)])
    }
    #expect(try index.places(of: "a").count == 1)
    #expect(try index.places(of: "z").map(\.length) == [2, 3])
    #expect(try index.places(of: "ż").map(\.offset) == [2])
    for missing in ["", "0", "key", "key1000", "zz", "я"] { #expect(try index.places(of: missing).isEmpty) }
  }

  @Test("An index that is empty or was cut short is refused", arguments: ["", "a\tA\tB\nb\tB"])
  func truncated(_ text: String) {
    let error = #expect(throws: DictionaryError.self) { try index(text) }
    #expect(error?.reason == .truncated)
  }

  @Test("An index in another order is refused, since a search would miss words")
  func unsorted() {
    let error = #expect(throws: DictionaryError.self) { try index("b\tA\tB\na\tA\tB\n") }
    #expect(error?.reason == .unsortedIndex)
  }

  @Test(
    "A damaged line is an error, not a crash",
    arguments: ["a\tA\n", "a\tA\t?\n", "a\t\tB\n", "\n\n\n", "aaa\n"])
  func malformed(_ text: String) {
    let error = #expect(throws: DictionaryError.self) { try index(text).places(of: "a") }
    #expect(error?.reason == .malformedIndex)
  }

  @Test("A pipe in the index's place is refused without waiting for a writer")
  func pipe() {
    let path = folder.path + "/pipe.index"
    #expect(makePipe(path))
    #expect(throws: DictionaryError.self) { try DictionaryIndex(path: path) }
  }
}
