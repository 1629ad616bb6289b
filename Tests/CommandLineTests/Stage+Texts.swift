import FoundationEssentials
import Glibc
import TestSupport
import TranscriptorKit

/// Dropping texts and looking at what came of them, as other programs do: with file names, bytes and JSON, and
/// with nothing that the product itself does the same with.
extension Stage {
  /// The environment with the key, in which nobody waits long for a file to settle.
  var hurried: [String: String] {
    environmentWithKey.merging(["TRANSCRIPTOR_SETTLE_TIME": "0.05", "TRANSCRIPTOR_POLL_INTERVAL": "0.05"]) {
      $1
    }
  }

  /// The hurried environment with some variables changed, or without those that are nil.
  func hurried(_ changes: [String: String?]) -> [String: String] {
    changes.reduce(into: hurried) { $0[$1.key] = $1.value }
  }

  /// Runs `transcriptor` in the hurried environment.
  func hurry(_ arguments: String...) async throws -> ChildProcess.Outcome {
    try await BuiltProgram.transcriptor.run(arguments, environment: hurried)
  }

  /// Starts `transcriptor` in the hurried environment, or another.
  func start(
    _ arguments: String..., environment: [String: String]? = nil, timeout: Duration = .seconds(120)
  ) throws -> ChildProcess {
    try ChildProcess.start(
      BuiltProgram.transcriptor.path, arguments, environment: environment ?? hurried, timeout: timeout)
  }

  /// Puts a file below the group, complete under its name at once, and makes the folders above it.
  func drop(_ bytes: some Sequence<UInt8>, as path: String) throws {
    let place = URL(filePath: group.path + "/" + path)
    let folder = place.deletingLastPathComponent().path
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    chmod(group.path, 0o700)
    let aside = folder + "/.aside-\(UUID().uuidString)"
    try Data(bytes).write(to: URL(filePath: aside))
    guard rename(aside, place.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Puts texts below the inbox, by their paths.
  func drop(_ texts: [String: String]) throws {
    for (path, text) in texts { try drop(text.utf8, as: "inbox/" + path) }
  }

  /// What a file below the group holds.
  func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: group.path + "/" + path)))
  }

  /// Everything below a folder of the group that is not a folder itself, hidden or not; nothing where it is missing.
  func files(in folder: String) -> [String] {
    Self.files(below: group.path + "/" + folder)
  }

  /// Everything below a folder that is not a folder itself, by the path from there, in order.
  static func files(below path: String) -> [String] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
    return names.filter { name in
      var status = stat()
      return lstat(path + "/" + name, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
    }.sorted()
  }

  /// Everything in the working area, folders too.
  var work: [String] {
    ((try? FileManager.default.subpathsOfDirectory(atPath: group.path + "/.work")) ?? []).sorted()
  }

  /// A result file of the outbox.
  func result(_ name: String) throws -> WrittenResult {
    try JSONDecoder().decode(WrittenResult.self, from: Data(bytes("outbox/" + name)))
  }

  /// An error file of `failed/`.
  func failure(_ name: String) throws -> Trouble {
    try JSONDecoder().decode(Trouble.self, from: Data(bytes("failed/" + name)))
  }

  /// What `status --json` tells.
  func status() async throws -> WrittenStatus {
    try decode(WrittenStatus.self, await hurry("status", "--json").output)
  }
}

/// A result as a program reads it.
struct WrittenResult: Decodable {
  let clientIdentifier: String
  let sourceText: String
  let translatedText: String
  let targetLanguage: String
  let detailLevel: String
  let engine: String
  let encoding: String?
  let nameBytes: Data?
  let originalName: String?
}

/// What `status --json` tells.
struct WrittenStatus: Decodable {
  struct Held: Decodable {
    let name: String
    let rule: String
  }

  struct Pause: Decodable {
    let kind: String
    let reason: String
    let until: String?
  }

  let waiting: Int
  let inHand: Int
  let held: [Held]
  let failed: Int
  let paused: Pause?
}
