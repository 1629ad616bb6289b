import CommandLineSupport

/// The pages that `--help` prints.
enum Help {
  private static let width = 80

  /// The page of the whole program.
  static func general(commands: [any Command.Type], shared: [Arguments.HelpLine]) -> String {
    let list =
      commands.map { ($0.name, $0.summary) } + [("help [COMMAND]", "print this help, or a command's")]
    let statuses = ExitStatus.allCases.map { (String($0.rawValue), $0.meaning) }
    return """
      Translates texts that arrive in a folder, or on the command line.

      Usage: transcriptor COMMAND [OPTION…] [WORD…]

      Commands:
      \(table(list))

      Options that every command knows; each setting is one:
      \(table(shared.map { ($0.names, $0.help) }))

      -- ends the options. Results go to standard output, messages to standard error.

      Exit status:
      \(table(statuses))

      """
  }

  /// The page of one command.
  static func page(
    of command: any Command.Type, own: [Arguments.HelpLine], shared: [Arguments.HelpLine]
  ) -> String {
    let forms = command.usage.map {
      ["transcriptor", command.name, $0].filter { !$0.isEmpty }.joined(separator: " ")
    }
    var parts = ["Usage: " + forms.joined(separator: "\n       "), command.summary.sentence]
    parts += command.details.map { Columns.wrapped($0, width: width).joined(separator: "\n") }
    if !own.isEmpty { parts.append("Options:\n" + table(own.map { ($0.names, $0.help) })) }
    parts.append("Options that every command knows:\n" + table(shared.map { ($0.names, $0.help) }))
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// Two columns; what is long in the first gets a line of its own, so that the second stays wide.
  private static func table(_ rows: [(String, String)]) -> String {
    let first = min(26, rows.map { $0.0.columns }.max() ?? 0)
    let indent = String(repeating: " ", count: first + 4)
    return rows.map { name, text in
      let lines = Columns.wrapped(text, width: width - first - 4)
      let rest = lines.dropFirst().map { "\n" + indent + $0 }.joined()
      guard name.columns <= first else { return "  \(name)\n\(indent)\(lines.first ?? "")\(rest)" }
      let gap = String(repeating: " ", count: first - name.columns + 2)
      return "  \(name)\(gap)\(lines.first ?? "")\(rest)"
    }.joined(separator: "\n")
  }
}

extension String {
  fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
