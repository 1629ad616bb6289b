/// Where and as whom Gemini is asked.
public struct GeminiConfiguration: Equatable, Sendable {
  /// The service's address without a version: https, or http to a loopback address.
  public var baseURL = "https://generativelanguage.googleapis.com"
  /// The version of the interface, the first part of the path.
  public var apiVersion = "v1beta"
  /// The model, without a leading `models/`.
  public var model: String
  /// The key.
  public var apiKey: APIKey

  /// Takes the model and the key, with Google's own address and version.
  public init(model: String, apiKey: APIKey) {
    self.model = model
    self.apiKey = apiKey
  }
}
