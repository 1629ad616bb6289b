import CommandLineSupport
import Glibc
import TranscriptorKit

/// The key among the settings, which is kept apart from them and never shown.
struct KeySetting {
  /// What people call it.
  static let name = "apiKey"

  /// What can be done with the key.
  enum Action {
    case get, set, unset
  }

  let context: CommandContext

  func run(_ action: Action) throws {
    switch action {
    case .get: try get()
    case .set: try set()
    case .unset: try unset()
    }
  }

  /// The user's own folder.
  static func folder(_ context: CommandContext) throws(Failure) -> ConfigFolder {
    if let folder = ConfigFolder(environment: context.environment) { return folder }
    throw Failure(
      .setup, "There is no home folder to keep a personal setting in.",
      hint: "Name a folder in XDG_CONFIG_HOME.")
  }

  /// Where the key comes from, as JSON; never the key.
  static func json(_ source: KeySource?) -> JSONValue {
    ["source": source.map { .string($0.description) } ?? .null]
  }

  private func get() throws {
    let source = try source()
    if context.options.json { return try StandardStreams.print(Self.json(source)) }
    try StandardStreams.print((source?.description ?? "not set").terminalSafe + "\n")
  }

  private func set() throws {
    let file = KeyFile(in: try Self.folder(context))
    guard let key = APIKey(try SecretInput.line(prompt: "Key of the Gemini API: ")) else {
      throw Failure(
        .usage, "That is no API key.", hint: "A key is letters, digits and signs without spaces, on one line."
      )
    }
    try file.store(key)
    context.messages.detail("The key is kept in \(file.path).")
    try warnUnlessFromFile()
  }

  private func unset() throws {
    let file = KeyFile(in: try Self.folder(context))
    let wasThere = try file.remove()
    context.messages.detail(wasThere ? "\(file.path) is removed." : "There was no \(file.path).")
    try warnUnlessFromFile()
  }

  /// Says where the key comes from if the file is not what counts.
  private func warnUnlessFromFile() throws {
    guard let source = try source() else { return }
    if case .file = source { return }
    context.messages.warning("The key comes from \(source), which counts before the file.")
  }

  private func source() throws -> KeySource? { try context.resolver.keySource(context.settings()) }
}
