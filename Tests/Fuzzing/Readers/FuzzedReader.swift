/// A reader of bytes that others wrote, with what must hold whatever they are.
package enum FuzzedReader: String, CaseIterable, Sendable {
  /// The contents of a dropped file.
  case contents
  /// The name of a file.
  case names
  /// A path below the inbox.
  case paths
  /// What a terminal and a text file show.
  case terminal
  /// A settings file and the values in it.
  case settings

  /// Reads bytes, and tells what does not hold; nil where all does.
  package func fault(in bytes: [UInt8]) -> String? {
    switch self {
    case .contents: ContentsProperties.fault(in: bytes)
    case .names: NameProperties.fault(in: bytes)
    case .paths: NameProperties.pathFault(in: bytes)
    case .terminal: TerminalProperties.fault(in: String(decoding: bytes, as: UTF8.self))
    case .settings: SettingsProperties.fault(in: bytes)
    }
  }
}
