import CommandLineSupport
import TranscriptorKit

/// Puts texts that failed back into the inbox.
struct RetryCommand: Command {
  static let name = "retry"
  static let usage = ["NAME…", "--all", "--take-over"]
  static let summary = "puts texts that failed back into the inbox"
  static let details = [
    "NAME is a text's path below the folder failed, such as hello.txt or ja/hello.txt.",
    "On a folder that several machines share, a process on another one may have ended with texts in hand, and nothing "
      + "here can tell whether it has. With --take-over the next run or watch takes all such texts up.",
  ]

  private let names: [String]
  private let all: Bool
  private let takesOver: Bool

  init(_ arguments: inout Arguments) {
    all = arguments.flag("--all", help: "put all of them back")
    takesOver = arguments.flag(
      "--take-over", help: "take up what other machines left in hand; only once none of them works any more")
    names = arguments.rest().map(\.text)
    if names.isEmpty, !all, !takesOver {
      arguments.refuse("No text is named.", hint: "Name some, or write --all.")
    }
    if !names.isEmpty, all { arguments.refuse("Both names and --all are given.", hint: "Write one of them.") }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let retry = try Retry(context.group)
    var count = takesOver ? try retry.takeOver() : 0
    var unknown: [String] = []
    if all {
      count += try retry.retryAll()
    } else {
      unknown = try retry.retry(named: names)
      count += names.count - unknown.count
    }
    for name in unknown {
      context.messages.trouble(
        Failure(
          .itemFailed, "There is no failed text \(name).", hint: "See which there are in the folder failed.",
          code: FailureCode.notFound.rawValue), clientIdentifier: name)
    }
    if context.options.json { try StandardStreams.print(["retried": .integer(count)]) }
    return unknown.isEmpty ? .success : .itemFailed
  }
}
