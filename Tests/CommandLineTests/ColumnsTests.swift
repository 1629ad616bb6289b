import CommandLineSupport
import Testing

@Suite("Columns")
struct ColumnsTests {
  @Test("Columns line up, also where characters are wide or have none of their own")
  func alignment() {
    let lines = Columns.lines([["1", "日本", "a"], ["10", "cafe\u{301}", "b"]], width: nil)
    #expect(lines == ["1   日本  a", "10  cafe\u{301}  b"])
    #expect(lines.map(\.columns) == [11, 11])
  }

  @Test("Where a line is too long the widest column gives way", arguments: [20, 30, 40])
  func shortening(width: Int) {
    let lines = Columns.lines(
      [["1", String(repeating: "дом ", count: 20), "short"], ["2", "日本語日本語日本語日本語日本語", "x"]], width: width)
    for line in lines { #expect(line.columns <= width) }
    #expect(lines[0].contains("…"))
    #expect(lines[0].hasSuffix("short"))
  }

  @Test("Nothing makes no lines, and text breaks at spaces")
  func edges() {
    #expect(Columns.lines([], width: 10).isEmpty)
    #expect(Columns.wrapped("one two three", width: 7) == ["one two", "three"])
  }
}
