import CommandLineSupport
import TranscriptorKit

/// Says which names would be taken from the inbox, and what holds the others back.
struct CheckCommand: Command {
  static let name = "check"
  static let usage = ["NAME…"]
  static let summary = "tells whether a file of a name would be taken from the inbox"
  static let details = [
    "NAME is a file's name or its path below the inbox, and need not exist; where it does, the file itself is "
      + "looked at too. What is left alone is told with the rule that says so. The setting heldNames adds names.",
    "The exit status is 0 if all of them would be taken, else 1.",
  ]

  private let names: [(index: Int, text: String)]

  init(_ arguments: inout Arguments) {
    names = arguments.rest()
    if names.isEmpty { arguments.refuse("No name is given.", hint: "Write, as an example: check hello.txt") }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let settings = try context.settings().settings
    let group = try context.group
    let sight = try GroupSight(of: group)
    let checks = try names.map { name in
      try NameCheck(path(name, in: group), in: sight, settings)
    }
    if context.options.json {
      try StandardStreams.print(.array(checks.map(Self.json)))
    } else {
      try StandardStreams.print(checks.map { Self.line($0) + "\n" }.joined())
    }
    return checks.allSatisfy(\.isTaken) ? .success : .itemFailed
  }

  /// The path below the inbox, in the bytes that were typed.
  private func path(_ name: (index: Int, text: String), in group: AppGroup) throws(Failure) -> RelativePath {
    var bytes = ArgumentBytes.word(name.index)
    let inbox = Array("\(group.path)/\(GroupFolders.inboxName.text)/".utf8)
    if bytes.starts(with: inbox) { bytes.removeFirst(inbox.count) }
    if let path = RelativePath(bytes: bytes) { return path }
    throw Failure(
      .usage, "“\(name.text)” is no path below the inbox.",
      hint: "Write a name, or a path that begins below \(String(decoding: inbox, as: UTF8.self)).")
  }

  private static func line(_ check: NameCheck) -> String {
    "\(check.path.text.terminalSafe): \(words(check).terminalSafe)"
  }

  private static func words(_ check: NameCheck) -> String {
    switch check.verdict {
    case .taken: "would be taken"
    case .takenLater(let when): "would be taken \(when)"
    case .putAside(let why): "would be taken and put aside in failed: \(why)"
    case .held(let reason): "is left alone: \(reason.description)"
    }
  }

  private static func json(_ check: NameCheck) -> JSONValue {
    var rule = JSONValue.null
    if case .held(let reason) = check.verdict { rule = .string(reason.description) }
    return [
      "name": .string(check.path.text), "taken": .bool(check.isTaken), "rule": rule,
      "message": .string(words(check)),
    ]
  }
}
