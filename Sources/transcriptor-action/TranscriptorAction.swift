import CommandLineSupport
import Glibc
import TranscriptorKit

/// The program `transcriptor-action`: what a file manager's “send to” menu starts.
@main
struct TranscriptorAction {
  static func main() {
    StandardStreams.prepare()
    let environment = ProgramEnvironment.take()
    var arguments = Arguments(ProgramEnvironment.words(of: "transcriptor-action"))
    let options = ActionOptions(&arguments)
    let messages = Messages(program: "transcriptor-action")
    do {
      exit(try run(arguments, options, environment: environment, messages).rawValue)
    } catch is ReaderGone {
      exit(ExitStatus.success.rawValue)
    } catch {
      let failure = Failure(error)
      messages.trouble(failure, clientIdentifier: "transcriptor-action")
      exit(failure.status.rawValue)
    }
  }

  private static func run(
    _ arguments: Arguments, _ options: ActionOptions, environment: [String: String], _ messages: Messages
  ) throws -> ExitStatus {
    if options.version {
      try StandardStreams.print("transcriptor-action \(ProgramVersion.text)\n")
      return .success
    }
    if options.help {
      try StandardStreams.print(ActionOptions.help(arguments.helpLines))
      return .success
    }
    try arguments.finish()
    try StandardStreams.requireOutput()
    guard let group = AppGroup.chosen(option: options.group, environment: environment) else {
      throw Failure(
        .setup, "No app group is named, and there is no home folder.", hint: "Name one with --group DIR.")
    }
    let settings = SettingsResolver(group: group, environment: environment)
    // A group of another user may keep its settings to itself.
    let heldNames = (try? settings.resolve().settings.heldNames) ?? []
    let drop = try InboxDrop(group: group, language: options.language, heldNames: heldNames)
    settings.rememberLanguage()
    guard !options.files.isEmpty else {
      try hand(.standardInput, to: drop)
      return .success
    }
    var statuses: [ExitStatus] = []
    for file in options.files {
      do {
        try hand(try HandedText(path: file), to: drop)
      } catch let error where !(error is ReaderGone) {
        let failure = Failure(error)
        messages.trouble(failure, clientIdentifier: file.escapedPath)
        statuses.append(failure.status)
      }
    }
    return .worst(of: statuses)
  }

  /// Hands a text over and prints its `clientIdentifier` on a line.
  private static func hand(_ text: HandedText, to drop: InboxDrop) throws {
    guard let path = try drop.drop(contentsOf: text.descriptor, at: text.title, named: text.name) else {
      throw Failure(
        .itemFailed, "There is no text in \(text.title).", hint: "Hand over a file that holds some.",
        code: FailureCode.empty.rawValue)
    }
    // A script reads the exact path; only a terminal, or a line break in it, could be misled by it.
    let isExact = !StandardStreams.outputIsTerminal && !path.text.utf8.contains(0x0A)
    try StandardStreams.print((isExact ? path.text : path.text.terminalSafe) + "\n")
  }
}
