import TranscriptorKit

/// What must hold of a settings file, and of each value.
enum SettingsProperties {
  static func fault(in bytes: [UInt8]) -> String? {
    if let text = String(validating: bytes, as: UTF8.self), let fault = valueFault(in: text) { return fault }
    guard let members = try? JSONMembers(bytes) else { return nil }
    guard let again = try? JSONMembers(Array(members.text.utf8)), again == members else {
      return "a file is read otherwise after it was written"
    }
    var changed = members
    changed.set("maxConcurrent", to: 8)
    guard let read = try? JSONMembers(Array(changed.text.utf8)), read["maxConcurrent"] == "8" else {
      return "a value that was set is not there"
    }
    guard changed.remove("maxConcurrent"), changed["maxConcurrent"] == nil else {
      return "a value can't be removed"
    }
    let others = members.members.filter { $0.key != "maxConcurrent" }
    return changed.members.elementsEqual(others) { $0 == $1 } ? nil : "another member has changed"
  }

  private static func valueFault(in text: String) -> String? {
    for key in SettingKey.allCases {
      for value in [key.kind.value(of: text), key.kind.value(ofJSON: text)].compactMap({ $0 }) {
        if key.kind.value(of: value.text) != value {
          return "\(key) is read otherwise when it is typed again"
        }
        if key.kind.value(ofJSON: value.json.compact) != value {
          return "\(key) is read otherwise after it was written"
        }
      }
    }
    return nil
  }
}
