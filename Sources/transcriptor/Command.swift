import CommandLineSupport

/// One command of the program: it takes its words, and then does its work.
protocol Command: Sendable {
  /// What people type after the program's name.
  static var name: String { get }
  /// The words that may follow the name; several lines for several forms.
  static var usage: [String] { get }
  /// What it does, in a line.
  static var summary: String { get }
  /// What else is to know, in paragraphs; may be empty.
  static var details: [String] { get }

  /// Takes the words that are its own; what is wrong with them is noted there.
  init(_ arguments: inout Arguments)

  /// Does the work.
  ///
  /// - Returns: How the program ends, where no error says so.
  func run(in context: CommandContext) async throws -> ExitStatus
}
