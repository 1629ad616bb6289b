import FoundationEssentials
import Glibc
import TestSupport
import TranscriptorKit

/// A home of its own for the programs of one test: a group, a configuration folder and a stand-in for Gemini.
struct Stage: Sendable {
  let folder: TemporaryFolder
  let gemini: GeminiStandIn

  /// Sets the stage, in memory where a test has no use for a disk.
  init(inMemory: Bool = false) throws {
    folder = TemporaryFolder(inMemory: inMemory)
    gemini = try GeminiStandIn()
  }

  var group: AppGroup { AppGroup(path: folder.path + "/Transcriptor") }
  var config: ConfigFolder { ConfigFolder(path: folder.path + "/.config/transcriptor") }

  /// What a cron job has, and where Gemini is.
  var environment: [String: String] {
    [
      "HOME": folder.path, "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
      "TRANSCRIPTOR_BASE_URL": gemini.baseURL, "TRANSCRIPTOR_TARGET_LANGUAGE": "ru",
    ]
  }

  /// The same with the stand-in's key.
  var environmentWithKey: [String: String] {
    environment.merging(["GEMINI_API_KEY": GeminiStandIn.key]) { $1 }
  }

  /// Runs `transcriptor` with the key.
  func run(_ arguments: String..., input: [UInt8]? = nil) async throws -> ChildProcess.Outcome {
    try await BuiltProgram.transcriptor.run(arguments, environment: environmentWithKey, input: input)
  }

  /// Runs `transcriptor` without a key.
  func runWithoutKey(_ arguments: String..., input: [UInt8]? = nil) async throws -> ChildProcess.Outcome {
    try await BuiltProgram.transcriptor.run(arguments, environment: environment, input: input)
  }

  /// Every byte of every file in the group, as one text for searching.
  func everythingInGroup() throws -> String {
    let names = try FileManager.default.subpathsOfDirectory(atPath: group.path)
    return names.compactMap { name in
      (try? Data(contentsOf: URL(filePath: group.path + "/" + name))).map {
        String(decoding: $0, as: UTF8.self)
      }
    }.joined()
  }
}

/// Reads JSON that a program printed.
func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
  try JSONDecoder().decode(type, from: Data(text.utf8))
}

/// The object that trouble is told as.
struct Trouble: Decodable {
  let clientIdentifier: String
  let code: String
  let message: String
  let hint: String
  let attempts: Int
  let failedAt: String
}
