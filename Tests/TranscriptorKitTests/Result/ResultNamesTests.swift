import Testing

@testable import TranscriptorKit

@Suite("How a text's files are called")
struct ResultNamesTests {
  @Test(
    "A .txt loses its extension, every other name keeps its own",
    arguments: [
      ("hello.txt", "hello.txt", "hello.json"), ("hello.TXT", "hello.txt", "hello.json"),
      ("hello.md", "hello.md.txt", "hello.md.json"), ("hello", "hello.txt", "hello.json"),
      ("a.tar.gz", "a.tar.gz.txt", "a.tar.gz.json"),
      ("hello.txt.md", "hello.txt.md.txt", "hello.txt.md.json"),
      ("a.b.txt", "a.b.txt", "a.b.json"), ("end.", "end..txt", "end..json"),
    ])
  func pairs(original: String, text: String, json: String) {
    let names = ResultNames(original: FileName(original)).result
    #expect(names.first(1).text == text)
    #expect(names.last(1).text == json)
  }

  @Test("Both files of a pair carry one number")
  func numbers() {
    let names = ResultNames(original: FileName("hello.md"))
    #expect(names.result.first(2).text == "hello.md-2.txt")
    #expect(names.result.last(2).text == "hello.md-2.json")
    #expect(names.failure.first(12).text == "hello-12.md")
    #expect(names.failure.last(12).text == "hello-12.md.error.json")
  }

  @Test("An original lies in failed under its own name, with its error beside it")
  func failure() {
    let names = ResultNames(original: FileName("hello.txt")).failure
    #expect(names.first(1).text == "hello.txt")
    #expect(names.last(1).text == "hello.txt.error.json")
    #expect(ResultNames.error(of: FileName("hello.txt")) == names.last(1))
  }

  @Test("A result's name is cut exactly where it would pass 255 bytes")
  func cutResult() {
    let fits = ResultNames(original: FileName(String(repeating: "ы", count: 125)))
    #expect(!fits.resultIsCut(1))
    #expect(fits.resultIsCut(2))
    #expect(fits.result.last(1).bytes.count == 255)
    let long = ResultNames(original: FileName(String(repeating: "ы", count: 126)))
    #expect(long.resultIsCut(1))
    #expect(long.result.last(1) == fits.result.last(1))
    #expect(long.result.first(1).text == String(repeating: "ы", count: 125) + ".txt")
  }

  @Test(
    "Failures of names as long as a name may be have names of their own, each the error of its original",
    arguments: [
      String(repeating: "a", count: 255), String(repeating: "ы", count: 125) + ".txt",
      "a." + String(repeating: "x", count: 253), String(repeating: "a", count: 245),
    ])
  func longFailure(original: String) {
    let names = ResultNames(original: FileName(original)).failure
    for number in [1, 2, 1000] {
      #expect(names.last(number).bytes.count <= 255)
      #expect(names.last(number).text == names.first(number).text + ".error.json")
      #expect(ResultNames.error(of: names.first(number)) == names.last(number))
    }
    #expect(Set([1, 2, 1000].map { names.first($0) }).count == 3)
    #expect(ResultNames.error(of: FileName(original)) == names.last(1))
  }
}
