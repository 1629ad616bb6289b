import CZlib

/// Tells whether a text that failed, or anything that it failed with, has changed since.
struct Fingerprint: Equatable, Sendable {
  /// The fingerprint as an error file keeps it: its folder's checksum, then everything else's.
  let text: String
  private let folder: String

  /// Of a file below a folder that is only read.
  /// - Parameters:
  ///   - entry: The file.
  ///   - path: The folder's absolute path.
  ///   - content: What the file holds; nil where that is out of reach, and its times stand in for it.
  ///   - configuration: What it was to be translated with.
  init(of entry: InboxEntry, in path: String, content: [UInt8]?, _ configuration: SpoolConfiguration) {
    let translation = configuration.translation(of: entry.path)
    let settings = configuration.settings
    let engine = configuration.engine.name
    let conditions = [
      translation.targetLanguage.tag, translation.sourceLanguage?.tag ?? "", translation.detailLevel.rawValue,
      engine.rawValue, engine == .gemini ? settings.model : "", String(settings.maxInputBytes),
      settings.encoding?.name ?? "",
    ]
    let source = content.map(Self.sum) ?? String(entry.status.changed)
    folder = Self.sum(Array(path.utf8))
    text =
      "\(folder) \(entry.status.size)-\(source)-\(Self.sum(Array(conditions.joined(separator: " ").utf8)))"
  }

  /// Whether an error with another fingerprint is an earlier one of the same file.
  func replaces(_ earlier: String) -> Bool { earlier.hasPrefix(folder + " ") }

  /// A checksum, not a secret: it notices a change (CRC-32 of zlib).
  private static func sum(_ bytes: [UInt8]) -> String {
    let sum = bytes.withUnsafeBufferPointer { crc32(0, $0.baseAddress, UInt32(truncatingIfNeeded: $0.count)) }
    return String(sum, radix: 16)
  }
}
