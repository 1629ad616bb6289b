import Glibc

/// A program of this package as it was just built.
public struct BuiltProgram: Sendable {
  /// Its absolute path.
  public let path: String

  /// The command `transcriptor`.
  public static let transcriptor = BuiltProgram("transcriptor")
  /// The share action.
  public static let action = BuiltProgram("transcriptor-action")

  /// Finds a program in the folder that holds the test bundle.
  private init(_ name: String) {
    // The runner is given the bundle's path, or is the bundle itself.
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") || $0.contains(".xctest/") }
    var folder = (bundle ?? CommandLine.arguments[0])[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      if access("\(folder)/\(name)", X_OK) == 0 { break }
    }
    path = "\(folder)/\(name)"
  }

  /// The absolute path of the folder it lies in.
  public var folder: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

  /// Runs the program to its end in an environment that holds nothing but what is given.
  public func run(
    _ arguments: [String] = [], environment: [String: String] = [:], input: [UInt8]? = nil,
    user: UInt32? = nil
  ) async throws -> ChildProcess.Outcome {
    try await ChildProcess.run(path, arguments, environment: environment, input: input, user: user)
  }

  /// Runs the program from a shell, whose redirections follow its arguments.
  public func run(
    _ arguments: [String], redirected redirection: String, environment: [String: String] = [:]
  ) async throws -> ChildProcess.Outcome {
    try await ChildProcess.run(
      "/bin/sh", ["-c", "exec \"$@\" \(redirection)", "sh", path] + arguments, environment: environment)
  }
}
