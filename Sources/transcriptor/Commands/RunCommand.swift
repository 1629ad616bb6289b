import CommandLineSupport
import Glibc
import TranscriptorKit

/// Translates the texts that are in a folder now, and ends.
struct RunCommand: Command {
  static let name = "run"
  static let usage = ["", "DIR [--outbox DIR]"]
  static let summary = "translates what is in the inbox, or in a folder, and ends"
  static let details = [
    "Without DIR the texts in the inbox are taken; those that are still being written are waited for, ten times "
      + "the settle time at most. Results are in the outbox, and originals move to done or failed.",
    "With DIR that folder is only read. A text whose result is there already is left out, and one that failed is "
      + "not tried again before it or the settings change.",
  ]

  private let folder: String?
  private let outbox: String?

  init(_ arguments: inout Arguments) {
    outbox = arguments.option("--outbox", placeholder: "DIR", help: "where the results of DIR go")
    folder = arguments.next()
    if outbox != nil, folder == nil {
      arguments.refuse("--outbox needs a folder to read: run DIR --outbox DIR.")
    }
    if folder?.isEmpty == true || outbox?.isEmpty == true { arguments.refuse("A folder's name is empty.") }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let progress = Progress(context, draws: true)
    let transcriptor = try SpoolWork(context: context).transcriptor(progress)
    guard let pass = try await pass(of: transcriptor) else {
      // Another run is at work on the same folder, and what it does need not be done twice.
      context.messages.detail("Another process works on this folder.")
      try print(RunSummary(), context)
      return .success
    }
    let signals = Signals([SIGINT, SIGTERM, SIGHUP])
    let work = Task { await pass.work() }
    let interruption = Guarded<Int32?>(nil)
    let listener = Task {
      for await number in signals.stream {
        if interruption.withLock({ $0 }) != nil { Signals.die(by: number) }
        interruption.withLock { $0 = number }
        work.cancel()
      }
    }
    let summary = await work.value
    listener.cancel()
    progress.end(summary)
    if let number = interruption.withLock({ $0 }) {
      await context.closeHistory()
      Signals.die(by: number)
    }
    try print(summary, context)
    return Self.status(of: summary)
  }

  private func pass(of transcriptor: Transcriptor) async throws -> SpoolWatcher? {
    guard let folder else { return transcriptor.pass() }
    do {
      return try await transcriptor.pass(over: folder, outbox: outbox)
    } catch let inbox as OwnInbox {
      throw Failure(
        .usage, "\(inbox.folder) belongs to the group's own inbox.",
        hint: "Its texts are taken by: transcriptor run")
    } catch let overlap as OverlappingFolders {
      throw Failure(
        .usage, "The outbox \(overlap.outbox) and the folder \(overlap.folder) lie in one another.",
        hint: "Name an outbox elsewhere with --outbox DIR, so that no result is taken for a text.")
    }
  }

  private func print(_ summary: RunSummary, _ context: CommandContext) throws {
    guard context.options.json else { return }
    try StandardStreams.print([
      "translated": .integer(summary.translated), "failed": .integer(summary.failed),
      "waiting": .integer(summary.waiting),
    ])
  }

  private static func status(of summary: RunSummary) -> ExitStatus {
    var statuses: [ExitStatus] = []
    if summary.diskTrouble != nil { statuses.append(.unwritable) }
    if let trouble = summary.trouble { statuses.append(trouble.isSetup ? .setup : .service) }
    if summary.failed > 0 { statuses.append(.itemFailed) }
    return .worst(of: statuses)
  }
}
