import FoundationEssentials
public import TranscriptorKit

/// Judges JSON by a JSON Schema with the Python package `jsonschema`, a validator that is not ours.
public enum SchemaValidator {
  /// Why nothing could be judged.
  public struct Unavailable: Error, CustomStringConvertible {
    /// What is missing and how to provide it.
    public let description: String
  }

  /// What the validator finds wrong with each value; an empty list for a valid one.
  /// - Parameters:
  ///   - values: JSON texts.
  ///   - schema: A schema of draft 2020-12, which is itself checked against that draft's own schema.
  /// - Throws: `Unavailable` where there is no Python with the package, or where the schema itself is wrong.
  public static func faults(of values: [String], by schema: JSONValue) async throws -> [[String]] {
    try await faults(of: values, bySchema: schema.compact)
  }

  /// What the validator finds wrong with each value by a schema that is a JSON text; else as the other.
  public static func faults(of values: [String], bySchema schema: String) async throws -> [[String]] {
    let variable = "TRANSCRIPTOR_TEST_PYTHON"
    guard let python = ProcessInfo.processInfo.environment[variable] else {
      throw Unavailable(description: "\(variable) must name a python3 that has the package jsonschema")
    }
    let question = "{\"schema\":\(schema),\"values\":[\(values.joined(separator: ","))]}"
    let outcome = try await ChildProcess.run(python, ["-c", program], input: Array(question.utf8))
    guard outcome.status == .exit(0) else { throw Unavailable(description: "\(python): \(outcome.error)") }
    return try JSONDecoder().decode([[String]].self, from: Data(outcome.output.utf8))
  }

  private static let program = """
    import json, sys
    from jsonschema import Draft202012Validator
    question = json.load(sys.stdin.buffer)
    Draft202012Validator.check_schema(question["schema"])
    judge = Draft202012Validator(question["schema"])
    print(json.dumps([[error.message for error in judge.iter_errors(value)] for value in question["values"]]))
    """
}
