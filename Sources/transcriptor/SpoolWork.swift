import CommandLineSupport
import Glibc
import TranscriptorKit

/// What `run` and `watch` share.
struct SpoolWork: Sendable {
  let context: CommandContext

  /// The line from the group's inbox to its outbox, which reports to `progress`.
  func transcriptor(_ progress: Progress) throws -> Transcriptor {
    try Transcriptor(
      group: context.group, history: context.history, configuration: configuration,
      report: { progress.show($0) })
  }

  /// Settings and engine, read anew each time.
  private var configuration: SpoolConfiguration.Source {
    get throws {
      let context = context
      let folder = try context.resolver.configFolder
      let files = try [context.group.settingsPath] + (folder.map { [$0.settingsPath, $0.keyPath] } ?? [])
      return SpoolConfiguration.Source {
        let resolved = try context.settings()
        return SpoolConfiguration(
          settings: resolved.settings, engine: try await context.engine(resolved),
          sourceLanguage: context.options.sourceLanguage)
      } stamp: {
        files.map(Self.stamp).joined(separator: " ")
      }
    }
  }

  /// Changes when the file does.
  private static func stamp(_ path: String) -> String {
    var info = stat()
    guard stat(path, &info) == 0 else { return "-" }
    return "\(info.st_ino)/\(info.st_size)/\(info.st_ctim.tv_sec).\(info.st_ctim.tv_nsec)"
  }
}
