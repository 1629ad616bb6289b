import FoundationEssentials
import Glibc
package import TranscriptorKit

/// Plain files, as a test makes them and looks at them, past the code that it tests.
package enum Files {
  /// Writes a file and makes the folders above it.
  package static func write(_ bytes: [UInt8], to path: String) throws {
    let url = URL(filePath: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  package static func write(_ text: String, to path: String) throws { try write(Array(text.utf8), to: path) }

  /// The paths of everything below a folder that is no folder itself, sorted, hidden ones too.
  package static func names(below path: String) -> [String] {
    everything(below: path).filter { $0.value.kind != .directory }.keys.sorted()
  }

  /// The paths of everything below a folder, with what the kernel says of it.
  package static func everything(below path: String) -> [String: FileStatus] {
    guard let folder = try? Directory(path: path) else { return [:] }
    var found: [String: FileStatus] = [:]
    collect(folder, prefix: "", into: &found)
    return found
  }

  private static func collect(_ folder: Directory, prefix: String, into found: inout [String: FileStatus]) {
    for name in (try? folder.entries()) ?? [] {
      guard let status = try? folder.status(of: name) else { continue }
      found[prefix + name.text] = status
      guard status.kind == .directory, let inner = try? folder.directory(name) else { continue }
      collect(inner, prefix: prefix + name.text + "/", into: &found)
    }
  }
}
