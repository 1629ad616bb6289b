import FoundationEssentials
import Glibc

/// Small shell scripts that take the place of programs, and note how they were called.
public struct ProgramStandIns: Sendable {
  private let folder = TemporaryFolder()

  /// Begins with none.
  public init() {}

  /// The value of `PATH` that finds them before the system's programs, and the programs of this package after them.
  public var searchPath: String { "\(folder.path):\(BuiltProgram.transcriptor.folder):/usr/bin:/bin" }

  /// Adds one, which does what the body says after it noted its call.
  public func add(_ name: String, _ body: String = "") throws {
    let script = "#!/bin/sh\n{ printf '\(name)'; printf ' <%s>' \"$@\"; echo; } >>'\(notes)'\n\(body)\n"
    let path = "\(folder.path)/\(name)"
    try Data(script.utf8).write(to: URL(filePath: path))
    chmod(path, 0o700)
  }

  /// How they were called, in order: `name <argument> <argument>`.
  public func calls() throws -> [String] {
    guard access(notes, F_OK) == 0 else { return [] }
    return try String(contentsOf: URL(filePath: notes), encoding: .utf8).split(separator: "\n").map(
      String.init)
  }

  private var notes: String { folder.path + "/.calls" }
}
