public import FoundationEssentials

/// Why no text is translated at the moment, kept in the group so that `status` can tell.
public struct PauseRecord: Codable, Equatable, Sendable {
  /// Whose fault it is.
  public enum Kind: String, Codable, Sendable {
    /// The service can't answer now.
    case service
    /// A person must act first.
    case setup
    /// The disk does not take what is to be written.
    case disk
  }

  /// Whose fault it is.
  public var kind: Kind
  /// What is wrong.
  public var reason: String
  /// What to do.
  public var hint: String
  /// When a text is tried again, UTC; nil where that is up to a person.
  public var until: String?
  /// The folder, in the working area, of the process whose trouble it is; nil where nobody said.
  var process: String?

  /// Keeps what there is to say of trouble that is not one text's own.
  public init(trouble: TranslationTrouble, until: Date?) {
    if case .setup = trouble.kind { kind = .setup } else { kind = .service }
    reason = trouble.message
    hint = trouble.hint
    self.until = until?.utc
  }

  /// Keeps a fault of the disk.
  package init(_ error: SystemError) {
    kind = .disk
    reason = "\(error)."
    hint = "Nothing is lost; what is left is done once that is mended."
    until = nil
  }

  /// The record as JSON.
  public var json: JSONValue {
    [
      "kind": .string(kind.rawValue), "reason": .string(reason), "hint": .string(hint),
      "until": until.map(JSONValue.string) ?? .null,
    ]
  }

  /// The record as it is kept in the group.
  var kept: JSONValue {
    guard case .object(let members) = json, let process else { return json }
    return .object(members + [.init("process", .string(process))])
  }
}
