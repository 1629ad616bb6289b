/// Who translated: the `engine` of a result.
public enum EngineName: String, CaseIterable, Codable, Sendable {
  /// Google's Gemini, over the network.
  case gemini
  /// Dictionaries on this machine.
  case onDevice = "on-device"
}
