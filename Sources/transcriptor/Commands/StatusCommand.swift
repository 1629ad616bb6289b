import CommandLineSupport
import FoundationEssentials
import Glibc
import TranscriptorKit

/// Tells what waits, what is worked on, what is held, what failed, and what stands in the way.
struct StatusCommand: Command {
  static let name = "status"
  static let usage = [""]
  static let summary = "tells what waits, is worked on, is held and failed, and what is paused"
  static let details: [String] = []

  init(_ arguments: inout Arguments) {}

  func run(in context: CommandContext) async throws -> ExitStatus {
    var settings: Settings?
    var pause: PauseRecord?
    do {
      settings = try context.settings().settings
    } catch let trouble as TranslationTrouble {
      // Whoever looks after texts that do not move wants to read just this here.
      pause = PauseRecord(trouble: trouble, until: nil)
    }
    var status = try SpoolStatus(context.group, heldNames: settings?.heldNames ?? [])
    if let pause { status.pause = pause }
    if context.options.json {
      try StandardStreams.print(Self.json(status, settings, today: await translatedToday(context)))
    } else {
      try StandardStreams.print(Self.text(status, settings, group: try context.group.path))
    }
    return .success
  }

  /// How many of the latest translations are of today, local time.
  private func translatedToday(_ context: CommandContext) async -> Int {
    // To look is no reason to make a file.
    guard let group = try? context.group, access(group.historyPath, F_OK) == 0,
      (try? GroupFolders.requireOwn(group.open(mayMake: false))) != nil
    else { return 0 }
    let entries = (try? await context.history.latest()) ?? []
    let today = Date().local.prefix(10)
    return entries.count { $0.result.translatedAt.local.prefix(10) == today }
  }

  private static func json(_ status: SpoolStatus, _ settings: Settings?, today: Int) -> JSONValue {
    [
      "waiting": .integer(status.waiting),
      "inHand": .integer(status.inHand),
      "held": .array(status.held.map { ["name": .string($0.name), "rule": .string($0.rule)] }),
      "failed": .integer(status.failed),
      "paused": status.pause?.json ?? .null,
      "today": ["translated": .integer(today)],
      "targetLanguage": settings.map { .string($0.targetLanguage.tag) } ?? .null,
      "targetLanguageIsAssumed": settings.map { .bool($0.targetLanguageIsAssumed) } ?? .null,
    ]
  }

  private static func text(_ status: SpoolStatus, _ settings: Settings?, group: String) -> String {
    var lines = [
      "group    \(group.terminalSafe)", "waiting  \(status.waiting)", "in hand  \(status.inHand)",
      "held     \(status.held.count)",
    ]
    lines += status.held.prefix(20).map { "         \($0.name.terminalSafe): \($0.rule.terminalSafe)" }
    if status.held.count > 20 { lines.append("         and \(status.held.count - 20) more") }
    lines.append("failed   \(status.failed)")
    if status.inboxIsShared {
      let interval =
        settings.map { " every \(SettingValue.seconds($0.pollInterval / .seconds(1)).text) s" } ?? ""
      lines.append(
        "inbox    on a shared or network file system: what others put there is found by looking\(interval)")
    }
    if let pause = status.pause {
      lines.append("paused   \(pause.reason.terminalSafe)")
      lines.append("         \(pause.hint.terminalSafe)")
      if let until = pause.until.flatMap(Date.init(utc:)) { lines.append("         until \(until.local)") }
    }
    if let settings, settings.targetLanguageIsAssumed {
      lines.append(
        "language \(settings.targetLanguage.tag), assumed: nothing names one. Set it with: "
          + "transcriptor settings set targetLanguage LANG")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
