import FoundationEssentials
import Glibc
package import TranscriptorKit

/// An app group of its own for one test, with a scripted engine and settings that lose no time.
package struct SpoolStage: Sendable {
  package let folder: TemporaryFolder
  package let engine = ScriptedEngine()
  package let events = EventLog()
  /// Into Russian, four at once, and each text taken as soon as it is seen.
  package var settings: Settings

  /// - Parameter inMemory: Whether the group may lie in memory, for tests that make hundreds of passes.
  package init(inMemory: Bool = false) {
    folder = TemporaryFolder(inMemory: inMemory)
    guard let russian = Language("ru") else { preconditionFailure("a valid tag") }
    settings = Settings(targetLanguage: russian)
    settings.maxConcurrent = 4
    settings.settleTime = .zero
    settings.pollInterval = .milliseconds(10)
  }

  package var group: AppGroup { AppGroup(path: folder.path + "/group") }

  package func history() -> HistoryStore { HistoryStore(path: group.historyPath) { _ in } }

  /// How many translations the history holds.
  package func historyCount() async throws -> Int { try await history().latest().count }

  // MARK: Working

  /// The whole line in this group, as one process would have it.
  package func transcriptor(_ probe: DiskProbe? = nil) -> Transcriptor {
    let configuration = SpoolConfiguration(settings: settings, engine: engine)
    return transcriptor(.init(load: { configuration }, stamp: { "" }), probe)
  }

  /// The whole line with a configuration of the test's own.
  package func transcriptor(
    _ source: SpoolConfiguration.Source, _ probe: DiskProbe? = nil
  ) -> Transcriptor {
    Transcriptor(
      group: group, history: history(), configuration: source, hook: probe?.hook, report: { events.add($0) })
  }

  /// Makes one pass over the inbox, and waits until nothing of it is left in memory.
  @discardableResult
  package func run(_ probe: DiskProbe? = nil) async throws -> RunSummary {
    let summary = await transcriptor(probe).pass().work()
    try await waitForLocks()
    return summary
  }

  /// Makes one pass over another folder.
  @discardableResult
  package func run(
    over source: String, outbox: String? = nil, _ probe: DiskProbe? = nil
  ) async throws -> RunSummary? {
    let summary = try await transcriptor(probe).pass(over: source, outbox: outbox)?.work()
    try await waitForLocks()
    return summary
  }

  /// Waits until no lock in the working area is held: what used it is gone from memory, as with a process's end.
  package func waitForLocks() async throws {
    guard let root = try? Directory(path: group.path) else { return }
    guard let work = try root.directoryIfThere([GroupFolders.workName]) else { return }
    _ = try await eventually {
      try work.entries().allSatisfy { name in
        guard name.text.hasSuffix(".lock") else { return true }
        return try !FileLock.isHeld(name, in: work)
      }
    }
  }

  // MARK: Files

  /// Puts a text into the inbox, sub-folders and all.
  package func drop(_ path: String, _ text: String) throws { try drop(path, Array(text.utf8)) }

  package func drop(_ path: String, _ bytes: [UInt8]) throws { try write("inbox/" + path, bytes) }

  /// Writes a file below the group, making what is missing.
  package func write(_ path: String, _ bytes: [UInt8]) throws {
    mkdir(group.path, 0o700)
    try Files.write(bytes, to: group.path + "/" + path)
  }

  /// The files below one of the group's folders, sorted, hidden ones too.
  package func files(_ folder: String) -> [String] { Files.names(below: group.path + "/" + folder) }

  /// The content of a file below the group.
  package func content(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: group.path + "/" + path)), as: UTF8.self)
  }

  /// Reads a result in the outbox.
  package func result(_ path: String) throws -> TranslationResult {
    let data = try Data(contentsOf: URL(filePath: group.path + "/outbox/" + path))
    return try JSONDecoder().decode(TranslationResult.self, from: data)
  }

  /// Reads an error in `failed/`.
  package func failure(_ path: String) throws -> TranslationFailure {
    let data = try Data(contentsOf: URL(filePath: group.path + "/failed/" + path))
    return try JSONDecoder().decode(TranslationFailure.self, from: data)
  }
}
