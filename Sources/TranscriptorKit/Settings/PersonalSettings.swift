/// The settings of one user that no group shares, since who sets them could take the key or run a program.
public struct PersonalSettings: Equatable, Sendable {
  /// Where Gemini is asked.
  public var baseURL: String
  /// The version of Gemini's interface.
  public var apiVersion: String
  /// The command that prints the key, a list of its words; nil where none is set.
  public var apiKeyCommand: [String]?

  /// Takes the three values.
  public init(baseURL: String, apiVersion: String, apiKeyCommand: [String]? = nil) {
    self.baseURL = baseURL
    self.apiVersion = apiVersion
    self.apiKeyCommand = apiKeyCommand
  }
}
