import CSQLite
import FoundationEssentials
import TestSupport
import Testing

@testable import TranscriptorKit

/// A history in a folder of its own, with what a test wants to know of it.
final class HistoryProbe: Sendable {
  let folder = TemporaryFolder()
  private let messages = Guarded<[String]>([])

  var path: String { folder.path + "/history.sqlite" }
  /// What the stores of this probe warned of.
  var warnings: [String] { messages.withLock { $0 } }

  /// A store as another process would have it.
  /// - Parameter fileSystem: What it takes the folder to lie on; nil for what it does.
  func store(on fileSystem: FileSystemType? = nil) -> HistoryStore {
    HistoryStore(path: path, clock: WallClock { Samples.date }, fileSystem: fileSystem) { message in
      self.messages.withLock { $0.append(message) }
    }
  }

  /// Lets a store do something and waits until it has closed its files.
  @discardableResult
  func withStore<Answer: Sendable>(_ body: (HistoryStore) async throws -> Answer) async throws -> Answer {
    var store: HistoryStore? = store()
    weak let left = store
    let answer = try await body(try #require(store))
    store = nil
    while left != nil { try await Task.sleep(for: .milliseconds(1)) }
    return answer
  }

  /// Records texts one by one.
  func record(_ texts: [String]) async throws {
    try await withStore { store in
      for text in texts { try await store.record([(Samples.result(text), claim: nil)]) }
    }
  }

  /// The names in the folder but that of the lock, sorted.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0 != ".history.sqlite.lock" }
      .sorted()
  }

  /// Whether a text is in the bytes of any file in the folder.
  ///
  /// Another process reads them: to close a file would drop the locks of this one's connections.
  func bytesContain(_ text: String) async throws -> Bool {
    let outcome = try await ChildProcess.run("grep", ["-r", "-a", "-q", "-F", text, folder.path])
    return outcome.status == .exit(0)
  }

  /// Runs SQL on the database, made where it is missing.
  /// - Returns: The first column of the last row.
  @discardableResult
  func sql(_ statements: String) throws -> String {
    let database = try RawDatabase(path: path)
    return try database.run(statements)
  }
}

/// SQLite without the program's own wrapper around it.
final class RawDatabase {
  private var handle: OpaquePointer?

  init(path: String) throws {
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    sqlite3_busy_timeout(handle, 5000)
  }

  deinit { sqlite3_close(handle) }

  @discardableResult
  func run(_ sql: String) throws -> String {
    let answer = Guarded("")
    let code = withExtendedLifetime(answer) {
      sqlite3_exec(
        handle, sql,
        { context, _, values, _ in
          guard let context, let value = values?[0] else { return 0 }
          let text = String(cString: value)
          Unmanaged<Guarded<String>>.fromOpaque(context).takeUnretainedValue().withLock { $0 = text }
          return 0
        }, Unmanaged.passUnretained(answer).toOpaque(), nil)
    }
    try #require(code == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle)))")
    return answer.withLock { $0 }
  }
}
