import CommandLineSupport
import Glibc
import TranscriptorKit

/// The program `transcriptor`: finds the command, runs it, and ends with its status.
@main
struct TranscriptorCommand {
  /// Every command, in the order of the help.
  static let commands: [any Command.Type] = [
    RunCommand.self, WatchCommand.self, TranslateCommand.self, HistoryCommand.self, SettingsCommand.self,
    StatusCommand.self, CheckCommand.self, RetryCommand.self, SchemaCommand.self, AboutCommand.self,
  ]

  static func main() async {
    StandardStreams.prepare()
    let environment = ProgramEnvironment.take()
    let status = await run(ProgramEnvironment.words(of: "transcriptor"), environment: environment)
    exit(status.rawValue)
  }

  private static func run(_ words: [String], environment: [String: String]) async -> ExitStatus {
    var arguments = Arguments(words)
    let options = SharedOptions(&arguments)
    let sharedHelp = arguments.helpLines
    let name = arguments.next()
    let context = CommandContext(options: options, environment: environment)
    do {
      if options.version {
        try StandardStreams.print("transcriptor \(ProgramVersion.text)\n")
        return .success
      }
      let asksHelp = options.help || name == "help"
      guard let name = name == "help" ? arguments.next() : name else {
        guard asksHelp else {
          throw Failure(.usage, "No command is named.", hint: "See: transcriptor --help")
        }
        try StandardStreams.print(Help.general(commands: commands, shared: sharedHelp))
        return .success
      }
      guard let type = commands.first(where: { $0.name == name }) else { throw unknown(name) }
      let command = type.init(&arguments)
      if asksHelp {
        let own = Array(arguments.helpLines.dropFirst(sharedHelp.count))
        try StandardStreams.print(Help.page(of: type, own: own, shared: sharedHelp))
        return .success
      }
      try arguments.finish()
      let status = try await run(command, in: context)
      // The first command of all makes the group in which this is kept.
      try? context.resolver.rememberLanguage()
      return status
    } catch is ReaderGone {
      // Whoever read the output has seen enough, as head(1) does.
      return .success
    } catch {
      let failure = Failure(error)
      context.messages.trouble(failure, clientIdentifier: name ?? "transcriptor")
      return failure.status
    }
  }

  private static func run(_ command: any Command, in context: CommandContext) async throws -> ExitStatus {
    do {
      let status = try await command.run(in: context)
      await context.closeHistory()
      return status
    } catch {
      await context.closeHistory()
      throw error
    }
  }

  private static func unknown(_ name: String) -> Failure {
    let near = Suggestion.nearest(to: name, among: commands.map { $0.name })
    return Failure(
      .usage, "There is no command “\(name)”.",
      hint: near.map { "Did you mean: transcriptor \($0)" } ?? "See: transcriptor --help")
  }
}
