import CLinux
import Glibc

/// Where the key of the Gemini API comes from; reading it is a second step, taken only where the key is needed.
public enum KeySource: Equatable, Sendable, CustomStringConvertible {
  /// An environment variable.
  case variable(String)
  /// The service manager's credential (systemd.exec(5)), by its path.
  case credential(String)
  /// A command, by its words; the first line that it prints is the key.
  case command([String])
  /// A file of the user's own, by its path.
  case file(String)

  /// The variables that hold a key, the first before the second.
  public static let variables = ["GEMINI_API_KEY", "GOOGLE_API_KEY"]

  private static let credentialName = "gemini-api-key"
  private static let limit = 1 << 16

  /// The first source that is set; nil where none is.
  ///
  /// An empty variable counts as unset.
  public static func first(
    environment: [String: String], configFolder: ConfigFolder?, command: [String]?
  ) throws(TranslationTrouble) -> KeySource? {
    if let name = variables.first(where: { environment[$0]?.isEmpty == false }) { return .variable(name) }
    if let folder = environment["CREDENTIALS_DIRECTORY"], folder.hasPrefix("/"),
      exists(folder + "/" + credentialName)
    {
      return .credential(folder + "/" + credentialName)
    }
    if let command { return .command(command) }
    if let folder = configFolder, exists(folder.keyPath) { return .file(folder.keyPath) }
    return nil
  }

  /// Whether something has the name, even if it can't be used: a source that is set but fails is never passed over.
  private static func exists(_ path: String) -> Bool {
    var raw = stat()
    return lstat(path, &raw) == 0 || (errno != ENOENT && errno != ENOTDIR)
  }

  /// Reads the key, and shuts this process's memory off from others of the same user first (PR_SET_DUMPABLE,
  /// prctl(2)).
  ///
  /// - Parameter environment: The variables that the program was started with.
  /// - Throws: `TranslationTrouble` of kind set-up.
  public func read(environment: [String: String]) async throws(TranslationTrouble) -> APIKey {
    _ = clinux_set_dumpable(0)
    let text = try await text(environment: environment)
    guard let key = APIKey(text) else {
      throw TranslationTrouble(
        .setup, "What comes from \(self) is no API key.",
        hint: "Put there nothing but the key, which is letters, digits and signs without spaces.")
    }
    return key
  }

  private func text(environment: [String: String]) async throws(TranslationTrouble) -> String {
    switch self {
    case .variable(let name):
      return environment[name] ?? ""
    case .credential(let path):
      // The service manager guards its folder; the rights in it are its own.
      guard let file = fopen(path, "re") else { throw PrivateFile.unreadable(path, errno) }
      defer { fclose(file) }
      var buffer = [UInt8](repeating: 0, count: Self.limit)
      let count = fread(&buffer, 1, buffer.count, file)
      return String(decoding: buffer.prefix(count), as: UTF8.self)
    case .command(let words):
      return try await KeyCommand(words: words, environment: environment).firstLine()
    case .file(let path):
      return String(decoding: try PrivateFile.read(path, limit: Self.limit) ?? [], as: UTF8.self)
    }
  }

  /// The source as a phrase, for people; never the key.
  public var description: String {
    switch self {
    case .variable(let name): "the environment variable \(name)"
    case .credential(let path): "the credential \(path)"
    case .command(let words): "the command \(words.first ?? "") of apiKeyCommand"
    case .file(let path): "the file \(path)"
    }
  }
}
