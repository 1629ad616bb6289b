import CommandLineSupport
import TranscriptorKit

/// Says what the program is, what it is made of and where it keeps things.
struct AboutCommand: Command {
  static let name = "about"
  static let usage = [""]
  static let summary = "prints the version, the engines, the licences and the paths"
  static let details: [String] = []

  private static let licences = [
    ("Transcriptor", "MIT"), ("Swift and Foundation", "Apache-2.0 with Runtime Library Exception"),
    ("libcurl", "curl"), ("SQLite", "public domain"), ("zlib", "Zlib"),
    ("names of languages from Unicode CLDR", "Unicode-3.0"),
    ("dictionaries", "each package's own, in /usr/share/doc/PACKAGE/copyright"),
  ]

  init(_ arguments: inout Arguments) {}

  func run(in context: CommandContext) async throws -> ExitStatus {
    let engines = await engines(context)
    let paths = paths(context)
    if context.options.json {
      try StandardStreams.print([
        "version": .string(ProgramVersion.text), "engines": .array(engines.map(JSONValue.string)),
        "licences": Self.object(Self.licences), "paths": Self.object(paths),
      ])
      return .success
    }
    let text = """
      transcriptor \(ProgramVersion.text)

      Engines:
      \(engines.map { "  " + $0 }.joined(separator: "\n"))

      Licences:
      \(Self.table(Self.licences))

      Paths:
      \(Self.table(paths))

      """
    try StandardStreams.print(text.terminalSafeLines)
    return .success
  }

  private func engines(_ context: CommandContext) async -> [String] {
    let folders = OnDeviceEngine.defaultFolders(environment: context.environment)
    let engine = OnDeviceEngine(folders: folders) { LanguageNames.badge(for: $0, in: $1) }
    let dictionaries = await engine.installedDictionaries().map(\.name)
    return [
      "gemini: Google's Gemini, over the network, with a key of your own",
      "on-device: "
        + (dictionaries.isEmpty ? "no dictionary is installed" : dictionaries.joined(separator: ", ")),
    ]
  }

  /// What can be named; a person asks this also where something is wrong.
  private func paths(_ context: CommandContext) -> [(String, String)] {
    var paths: [(String, String)] = []
    if let group = try? context.group {
      paths += [("group", group.path), ("settings", group.settingsPath), ("history", group.historyPath)]
    }
    if let folder = ConfigFolder(environment: context.environment) {
      paths += [("personalSettings", folder.settingsPath), ("key", folder.keyPath)]
    }
    let folders = OnDeviceEngine.defaultFolders(environment: context.environment)
    return paths + [("dictionaries", folders.joined(separator: ":"))]
  }

  private static func object(_ rows: [(String, String)]) -> JSONValue {
    .object(rows.map { JSONValue.Member($0.0, .string($0.1)) })
  }

  private static func table(_ rows: [(String, String)]) -> String {
    Columns.lines(rows.map { ["", $0.0, $0.1] }, width: nil).joined(separator: "\n")
  }
}
