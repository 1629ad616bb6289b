import Testing

@testable import TranscriptorKit

@Suite("Numbers of names")
struct NumberIndexTests {
  private func found(_ names: [String], _ original: String) -> [String] {
    let index = NumberIndex(names.map { FileName($0) }, ending: ".json")
    let series = ResultNames(original: FileName(original)).result
    return index.names(of: series.last).map(\.text)
  }

  @Test("Every name of a series is found, whatever is missing between, and no other")
  func gaps() {
    let names = [
      "a.json", "a-3.json", "a-12.json", "a-1.json", "a-03.json", "a-3-4.json", "a-x.json", "ab-3.json",
      "a-7.txt",
      "a-99999999999.json", "-2.json",
    ]
    #expect(found(names, "a.txt") == ["a.json", "a-3.json", "a-12.json"])
    #expect(found(["a-5.json"], "a.txt") == ["a-5.json"])
    #expect(found(["a-3-4.json", "a-3.json"], "a-3") == ["a-3.json", "a-3-4.json"])
    #expect(found([], "a.txt") == [])
  }

  @Test("The numbers of errors stand before the original's extension, and are found there")
  func errors() {
    let names = [
      "a.txt.error.json", "a-2.txt.error.json", "a-9.txt.error.json", "a-9.md.error.json",
      "a.txt-3.error.json",
      "a-4.error.json",
    ]
    func found(_ original: String) -> [String] {
      let series = ResultNames(original: FileName(original)).failure
      let index = NumberIndex(names.map { FileName($0) }, ending: ResultNames.errorEnding)
      return index.names(of: series.last).map(\.text)
    }
    #expect(found("a.txt") == ["a.txt.error.json", "a-2.txt.error.json", "a-9.txt.error.json"])
    #expect(found("a") == ["a-4.error.json"])
    #expect(found("a.md") == ["a-9.md.error.json"])
  }

  @Test("Names that are listed in another case than they were given are found")
  func letterCase() {
    let index = NumberIndex(["hello-2.json", "ŻÓŁW.JSON"].map { FileName($0) }, ending: ".json")
    #expect(
      index.names { FileName($0 == 1 ? "Hello.json" : "Hello-\($0).json") }.map(\.text) == ["Hello-2.json"])
    #expect(index.names { FileName($0 == 1 ? "żółw.json" : "żółw-\($0).json") }.map(\.text) == ["żółw.json"])
  }

  @Test("The numbers of a name that is cut are found too, however many digits they have")
  func long() {
    let original = String(repeating: "ż", count: 127) + "x"
    let series = ResultNames(original: FileName(original)).result
    let names = [1, 7, 10, 123].map { series.last($0).text }
    #expect(found(names + ["x.json"], original) == names)
  }
}
