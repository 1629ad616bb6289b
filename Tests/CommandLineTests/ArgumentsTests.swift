import CommandLineSupport
import Testing

// The testing library has an exit status of its own.
private typealias Status = CommandLineSupport.ExitStatus

@Suite("Words of a command line")
struct ArgumentsTests {
  @Test("Options are taken wherever they stand, with both ways to write a value")
  func options() throws {
    var arguments = Arguments(["a", "--to", "ja", "b", "--model=x=y", "-v"])
    let values = [
      arguments.option("--to", placeholder: "LANG", help: ""),
      arguments.option("--model", placeholder: "NAME", help: ""),
    ]
    #expect(values == ["ja", "x=y"])
    let flags = [arguments.flag("--verbose", "-v", help: ""), arguments.flag("--quiet", help: "")]
    #expect(flags == [true, false])
    let words = [arguments.next()] + arguments.rest().map(\.text)
    #expect(words == ["a", "b"])
    try arguments.finish()
  }

  @Test("After two dashes everything is a word")
  func endOfOptions() throws {
    var arguments = Arguments(["--", "--to", "--", "-v"])
    let option = arguments.option("--to", placeholder: "LANG", help: "")
    #expect(option == nil)
    let rest = arguments.rest()
    #expect(rest.map(\.text) == ["--to", "--", "-v"])
    #expect(rest.map(\.index) == [1, 2, 3])
    try arguments.finish()
  }

  @Test("A single dash is a word, and an empty one too")
  func dash() throws {
    var arguments = Arguments(["-", ""])
    let words = arguments.rest().map(\.text)
    #expect(words == ["-", ""])
    try arguments.finish()
  }

  @Test("Of an option that is given twice the last counts")
  func repetition() throws {
    var arguments = Arguments(["--to", "ja", "--to=de"])
    let option = arguments.option("--to", placeholder: "LANG", help: "")
    #expect(option == "de")
    try arguments.finish()
  }

  private func failure(_ words: [String]) -> Failure? {
    var arguments = Arguments(words)
    _ = arguments.option("--to", "--target-language", placeholder: "LANG", help: "")
    _ = arguments.flag("--json", help: "")
    _ = arguments.next()
    let finished = arguments
    return #expect(throws: Failure.self) { try finished.finish() }
  }

  @Test(
    "What is wrong with the words is said",
    arguments: [
      (["--jsn"], "no option --jsn"), (["--to"], "--to needs a value"),
      (["--to", "--json"], "--to needs a value"),
      (["--to", "--", "x"], "--to needs a value"), (["--json=yes"], "--json takes no value"),
      (["a", "b"], "“b”"), (["--no-such=secret"], "no option --no-such."),
    ])
  func wrong(words: [String], message: String) {
    let failure = failure(words)
    #expect(failure?.status == .usage)
    #expect(failure?.message.contains(message) == true)
  }

  @Test("A mistyped option gets a suggestion, and a strange one does not")
  func suggestions() {
    #expect(failure(["--jsom"])?.hint == "Did you mean --json?")
    #expect(failure(["--taget-language=x"])?.hint == "Did you mean --target-language?")
    #expect(failure(["--frobnicate"])?.hint.contains("Did you mean") == false)
  }

  @Test("What was asked for is what the help lists")
  func help() {
    var arguments = Arguments(["--help"])
    _ = arguments.option("--to", "--target-language", placeholder: "LANG", help: "the language")
    _ = arguments.next(required: "A word")
    #expect(arguments.helpLines.map(\.names) == ["--to, --target-language LANG"])
    #expect(arguments.helpLines.map(\.help) == ["the language"])
  }

  @Test("Of several statuses the one that says most is the program's")
  func statuses() {
    #expect(Status.worst(of: []) == .success)
    #expect(Status.worst(of: [.success, .itemFailed]) == .itemFailed)
    #expect(Status.worst(of: [.unreadable, .success]) == .unreadable)
    let order: [Status] = [.usage, .programFault, .unwritable, .setup, .service, .itemFailed]
    for (index, status) in order.enumerated() {
      #expect(Status.worst(of: order[index...].reversed()) == status)
    }
    #expect(Set(Status.allCases.map(\.rawValue)) == [0, 1, 64, 66, 70, 73, 75, 78])
  }
}
