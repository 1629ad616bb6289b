import CommandLineSupport
import TranscriptorKit

/// Shows and changes the settings.
struct SettingsCommand: Command {
  static let name = "settings"
  static let usage = ["", "get KEY", "set KEY VALUE", "set apiKey", "unset KEY"]
  static let summary = "shows the settings and where each comes from, or changes one"
  static let details = [
    "set apiKey asks for the key on the terminal, or reads the first line of standard input; a key is never an "
      + "argument. get apiKey tells only where the key comes from.",
    "The shared settings are kept in the group's settings.json; baseURL, apiVersion, apiKeyCommand and the key are "
      + "kept in your own configuration folder.",
  ]

  private enum Action {
    case list
    case get(SettingKey)
    case set(SettingKey, SettingValue)
    case unset(SettingKey)
    case key(KeySetting.Action)
    case nothing
  }

  private let action: Action

  init(_ arguments: inout Arguments) {
    guard let verb = arguments.next() else {
      action = .list
      return
    }
    let name = arguments.next(required: "The name of a setting")
    // No word that is left is ever quoted: it may be a key.
    let words = arguments.rest().map(\.text)
    action =
      name == KeySetting.name
      ? Self.keyAction(verb, words, &arguments) : Self.action(verb, name, words, &arguments)
  }

  private static func action(
    _ verb: String, _ name: String, _ words: [String], _ arguments: inout Arguments
  ) -> Action {
    guard let key = SettingKey(rawValue: name) else {
      let names = SettingKey.allCases.map(\.rawValue) + [KeySetting.name]
      let near = Suggestion.nearest(to: name, among: names).map { "Did you mean \($0)?" }
      // The word is not quoted: it may be a key that was typed in the wrong place.
      arguments.refuse(
        "There is no setting of that name.", hint: near ?? "See which there are: transcriptor settings")
      return .nothing
    }
    switch verb {
    case "set":
      if let value = value(of: key, words) { return .set(key, value) }
      arguments.refuse("\(key.rawValue) must be \(key.kind.allowed).")
    case "get" where words.isEmpty: return .get(key)
    case "unset" where words.isEmpty: return .unset(key)
    default: refuse(verb, &arguments)
    }
    return .nothing
  }

  private static func keyAction(_ verb: String, _ words: [String], _ arguments: inout Arguments) -> Action {
    if verb == "set", !words.isEmpty {
      arguments.refuse(
        "A key can't be an argument, where others can read it.",
        hint: "Write only: transcriptor settings set apiKey")
    }
    switch verb {
    case "set": return .key(.set)
    case "get" where words.isEmpty: return .key(.get)
    case "unset" where words.isEmpty: return .key(.unset)
    default: refuse(verb, &arguments)
    }
    return .nothing
  }

  private static func refuse(_ verb: String, _ arguments: inout Arguments) {
    if ["get", "unset"].contains(verb) {
      arguments.refuse("There are words after the name of the setting.", hint: "See --help.")
    } else {
      arguments.refuse("“\(verb)” is nothing to do with settings.", hint: "Write get, set or unset.")
    }
  }

  private static func value(of key: SettingKey, _ words: [String]) -> SettingValue? {
    if key == .apiKeyCommand, words.count > 1 { return .list(words) }
    if key == .heldNames, words.count > 1 { return key.kind.value(of: words.joined(separator: "\n")) }
    return words.count == 1 ? key.kind.value(of: words[0]) : nil
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    switch action {
    case .nothing: break
    case .list: try list(context)
    case .get(let key): try get(key, context)
    case .set(let key, let value): try set(key, to: value, context)
    case .unset(let key): try set(key, to: nil, context)
    case .key(let action): try KeySetting(context: context).run(action)
    }
    return .success
  }

  private func list(_ context: CommandContext) throws {
    let resolved = try context.settings()
    let keySource = try context.resolver.keySource(resolved)
    if context.options.json {
      let members = SettingKey.allCases.map { JSONValue.Member($0.rawValue, Self.json(resolved.entries[$0])) }
      let key = JSONValue.Member(KeySetting.name, KeySetting.json(keySource))
      return try StandardStreams.print(.object(members + [key]))
    }
    var rows = SettingKey.allCases.map { key in
      let entry = resolved.entries[key]
      return [key.rawValue, entry?.value.text ?? "-", entry?.origin.description ?? "not set"]
    }
    rows.append([KeySetting.name, keySource == nil ? "-" : "(set)", keySource?.description ?? "not set"])
    let lines = Columns.lines(rows.map { $0.map(\.terminalSafe) }, width: nil)
    try StandardStreams.print(lines.joined(separator: "\n") + "\n")
    try warnOfUnknownMembers(context)
  }

  private func get(_ key: SettingKey, _ context: CommandContext) throws {
    let entry = try context.settings().entries[key]
    if context.options.json { return try StandardStreams.print(Self.json(entry)) }
    if let entry { try StandardStreams.print(entry.value.text.terminalSafe + "\n") }
  }

  private static func json(_ entry: ResolvedSettings.Entry?) -> JSONValue {
    guard let entry else { return ["value": .null, "source": .null] }
    return ["value": entry.value.json, "source": .string(entry.origin.description)]
  }

  private func set(_ key: SettingKey, to value: SettingValue?, _ context: CommandContext) throws {
    let file = try file(for: key, context)
    let changed = try file.set(key, to: value)
    context.messages.detail(
      changed ? "\(file.path) is written." : "\(file.path) did not set \(key.rawValue).")
    if let variable = context.environment[key.environmentVariable], !variable.isEmpty {
      context.messages.warning("\(key.environmentVariable) in the environment counts before the file.")
    }
  }

  private func file(for key: SettingKey, _ context: CommandContext) throws -> SettingsFile {
    switch key.scope {
    case .shared: return SettingsFile(of: try context.group)
    case .personal: return SettingsFile(in: try KeySetting.folder(context))
    }
  }

  private func warnOfUnknownMembers(_ context: CommandContext) throws {
    let resolver = try context.resolver
    let files =
      [SettingsFile(of: resolver.group)] + (resolver.configFolder.map { [SettingsFile(in: $0)] } ?? [])
    for file in files {
      for name in try file.unknownMembers() {
        context.messages.warning("“\(name)” in \(file.path) is no setting of that file and means nothing.")
      }
    }
  }
}
