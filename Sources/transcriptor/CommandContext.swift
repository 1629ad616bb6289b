import CommandLineSupport
import TranscriptorKit

/// What every command works with, made once from the command line and the environment.
struct CommandContext: Sendable {
  /// The options that every command knows.
  let options: SharedOptions
  /// The variables that the program was started with, keys included.
  let environment: [String: String]
  /// What is told to people.
  private(set) var messages: Messages
  /// The history once somebody asked for it, so that it can be closed.
  private let openHistory = Guarded<HistoryStore?>(nil)

  init(options: SharedOptions, environment: [String: String]) {
    self.options = options
    self.environment = environment
    messages = Messages(
      program: "transcriptor", quiet: options.quiet, verbose: options.verbose, json: options.json)
  }

  /// The app group.
  ///
  /// - Throws: `Failure` where nothing says where it is.
  var group: AppGroup {
    get throws(Failure) {
      if let group = AppGroup.chosen(option: options.group, environment: environment) { return group }
      throw Failure(
        .setup, "No app group is named, and there is no home folder.", hint: "Name one with --group DIR.")
    }
  }

  /// What finds out the settings; files are read anew each time it is asked.
  var resolver: SettingsResolver {
    get throws(Failure) {
      try SettingsResolver(group: group, environment: environment, options: options.settings)
    }
  }

  /// All settings; keeps the locale's language for commands that run without a locale.
  func settings() throws -> ResolvedSettings {
    let resolver = try resolver
    resolver.rememberLanguage()
    return try resolver.resolve()
  }

  /// Which engine answers; reads the key where that is Gemini.
  func selection(_ settings: ResolvedSettings) async throws -> EngineSelection {
    try await EngineSelection(settings, keySource: resolver.keySource(settings), environment: environment)
  }

  /// The engine that answers.
  func engine(_ settings: ResolvedSettings) async throws -> any TranslationEngine {
    let selection = try await selection(settings)
    messages.detail("The engine is \(selection.name.rawValue).")
    switch selection {
    case .gemini(let configuration): return GeminiService(configuration: configuration)
    case .onDevice:
      return OnDeviceEngine(folders: OnDeviceEngine.defaultFolders(environment: environment))
    }
  }

  /// The history of the group, the same for the whole command.
  var history: HistoryStore {
    get throws(Failure) {
      let messages = messages
      let path = try group.historyPath
      return openHistory.withLock { history in
        let store = history ?? HistoryStore(path: path) { messages.warning($0) }
        history = store
        return store
      }
    }
  }

  /// Closes the history where a command used it; to be called at the end.
  func closeHistory() async { await openHistory.withLock { $0 }?.close() }

  /// The same for work that must not wait until somebody reads what it says.
  var withoutWaitingForReaders: CommandContext {
    var context = self
    context.messages = messages.withoutWaiting
    return context
  }
}
