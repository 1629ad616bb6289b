import CommandLineSupport
import Glibc
import TranscriptorKit

/// Translates every text that arrives in the inbox, until it is told to stop.
struct WatchCommand: Command {
  static let name = "watch"
  static let usage = [""]
  static let summary = "translates every text that arrives in the inbox, until it is stopped"
  static let details = [
    "SIGTERM and SIGINT (Ctrl-C) give the texts in hand back to the inbox and end it; a second one ends it at once. "
      + "SIGHUP reads the settings and the key again."
  ]

  init(_ arguments: inout Arguments) {}

  func run(in context: CommandContext) async throws -> ExitStatus {
    let context = context.withoutWaitingForReaders
    let progress = Progress(context, draws: false)
    let watcher = try SpoolWork(context: context).transcriptor(progress).watch()
    let signals = Signals([SIGINT, SIGTERM, SIGHUP], always: [SIGHUP])
    let work = Task { await watcher.work() }
    let listener = Task {
      for await number in signals.stream {
        if number == SIGHUP {
          await watcher.reload()
        } else if work.isCancelled {
          Signals.die(by: number)
        } else {
          work.cancel()
        }
      }
    }
    if isatty(STDERR_FILENO) == 1 {
      context.messages.warning("Watching \(try context.group.path)/inbox. Ctrl-C ends it.")
    }
    _ = await work.value
    listener.cancel()
    return .success
  }
}
