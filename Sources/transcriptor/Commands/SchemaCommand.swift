import CommandLineSupport
import TranscriptorKit

/// Prints the JSON Schema of a file that programs exchange.
struct SchemaCommand: Command {
  static let name = "schema"
  static let usage = ["result|error|request"]
  static let summary = "prints the JSON Schema of results, errors or requests"
  static let details: [String] = []

  private static let schemas: [(name: String, schema: JSONValue)] = [
    ("result", ResultSchemas.result), ("error", ResultSchemas.error), ("request", ResultSchemas.request),
  ]

  private let schema: JSONValue?

  init(_ arguments: inout Arguments) {
    let name = arguments.next(required: "The name of a schema (result, error or request)")
    schema = Self.schemas.first { $0.name == name }?.schema
    if schema == nil {
      arguments.refuse("There is no schema “\(name)”.", hint: "Name result, error or request.")
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    if let schema { try StandardStreams.print(schema) }
    return .success
  }
}
