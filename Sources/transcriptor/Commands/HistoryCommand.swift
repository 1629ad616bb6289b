import CommandLineSupport
import Glibc
import TranscriptorKit

/// Shows the latest translations, or does something with one of them.
struct HistoryCommand: Command {
  static let name = "history"
  static let usage = ["", "show ID", "again ID", "clear"]
  static let summary = "lists the latest \(HistoryStore.capacity) translations"
  static let details = [
    "show prints a whole entry, again translates its text anew, clear removes all entries and the damaged histories "
      + "that were set aside.",
    "again keeps the entry's target language and detail level unless options name others.",
  ]

  private enum Action {
    case list
    case show(Int)
    case again(Int)
    case clear
  }

  private let action: Action

  init(_ arguments: inout Arguments) {
    switch arguments.next() {
    case nil: action = .list
    case "show": action = .show(Self.id(&arguments))
    case "again": action = .again(Self.id(&arguments))
    case "clear": action = .clear
    case let word?:
      action = .list
      arguments.refuse(
        "“\(word)” is nothing to do with the history.", hint: "Write show ID, again ID or clear.")
    }
  }

  private static func id(_ arguments: inout Arguments) -> Int {
    let word = arguments.next(required: "The ID of an entry")
    if let id = Int(word), id > 0 { return id }
    arguments.refuse("“\(word)” is no ID.", hint: "The IDs stand first in: transcriptor history")
    return 0
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    switch action {
    case .list: try await list(context)
    case .show(let id): try show(try await entry(id, context), context)
    case .again(let id): try await again(try await entry(id, context).result, context)
    case .clear: try await clear(context)
    }
    return .success
  }

  /// The history where there is one: to look is no reason to make a file.
  private func store(_ context: CommandContext) throws -> HistoryStore? {
    let group = try context.group
    let path = group.historyPath
    if access(path, F_OK) == 0 {
      try GroupFolders.requireOwn(group.open(mayMake: false))
      return try context.history
    }
    guard errno == ENOENT || errno == ENOTDIR else { throw SystemError("open", path, code: errno) }
    return nil
  }

  private func list(_ context: CommandContext) async throws {
    let entries = try await store(context)?.latest() ?? []
    if context.options.json { return try StandardStreams.print(.array(entries.map(\.json))) }
    guard !entries.isEmpty else {
      if StandardStreams.outputIsTerminal { context.messages.warning("The history is empty.") }
      return
    }
    let rows = entries.map { entry in
      let result = entry.result
      return [
        String(entry.id), result.translatedAt.local, result.targetLanguage.tag,
        result.sourceText.inOneCell, result.meta.shortTranslation.inOneCell,
      ]
    }
    let lines = Columns.lines(rows, width: StandardStreams.outputColumns ?? 100)
    try StandardStreams.print(lines.joined(separator: "\n") + "\n")
  }

  private func entry(_ id: Int, _ context: CommandContext) async throws -> HistoryEntry {
    if let entry = try await store(context)?.entry(id: id) { return entry }
    throw Failure(
      .itemFailed, "The history has no entry \(id).", hint: "See which there are with: transcriptor history",
      code: FailureCode.notFound.rawValue)
  }

  private func show(_ entry: HistoryEntry, _ context: CommandContext) throws {
    if context.options.json { return try StandardStreams.print(entry.json) }
    let result = entry.result
    let head = [
      "\(entry.id)", result.translatedAt.local, "→ \(result.targetLanguage.tag)", result.detailLevel.rawValue,
      "\(result.engine.rawValue) (\(result.model.terminalSafe))", result.clientIdentifier.terminalSafe,
    ]
    try StandardStreams.print(
      head.joined(separator: "  ") + "\n\n" + result.sourceText.terminalSafeLines + "\n\n"
        + ResultFormatter.text(for: result))
  }

  private func again(_ result: TranslationResult, _ context: CommandContext) async throws {
    try StandardStreams.requireOutput()
    let resolved = try context.settings()
    let chosen = context.options.settings
    let settings = TranslationSettings(
      sourceLanguage: context.options.sourceLanguage,
      targetLanguage: chosen[.targetLanguage] == nil
        ? result.targetLanguage : resolved.settings.targetLanguage,
      detailLevel: chosen[.detailLevel] == nil ? result.detailLevel : resolved.settings.detailLevel)
    let source = try TextDecoder(maxInputBytes: .max).decode(Array(result.sourceText.utf8))
    try await SingleText(context: context, clientIdentifier: result.clientIdentifier).translate(
      source, resolved, settings)
  }

  private func clear(_ context: CommandContext) async throws {
    let group = try context.group
    let removed = try await store(context)?.clear() ?? []
    if context.options.json {
      return try StandardStreams.print([
        "cleared": true, "removed": .array(removed.map(JSONValue.string)),
      ])
    }
    guard !context.options.quiet else { return }
    var lines = ["The history is empty. \(group.path)/outbox and \(group.path)/done still hold the texts."]
    if !removed.isEmpty {
      lines.append(
        "Damaged histories that were set aside are removed too: \(removed.joined(separator: ", "))")
    }
    try StandardStreams.print(lines.map { $0.terminalSafe + "\n" }.joined())
  }
}

extension String {
  /// The beginning of the text on one line, for a column.
  fileprivate var inOneCell: String {
    prefix(200).split(whereSeparator: \.isWhitespace).joined(separator: " ").terminalSafe
  }
}
