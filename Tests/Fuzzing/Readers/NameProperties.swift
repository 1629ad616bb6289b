import TranscriptorKit

/// What must hold of the names of files.
enum NameProperties {
  static func fault(in bytes: [UInt8]) -> String? {
    guard let name = FileName(bytes: bytes) else {
      let isPossible =
        !bytes.isEmpty && !bytes.contains(0) && !bytes.contains(0x2F) && bytes != [0x2E]
        && bytes != [0x2E, 0x2E]
      return isPossible ? "a possible name is refused" : nil
    }
    let parts = name.stemAndExtension
    if parts.stem + (parts.extension.map { [0x2E] + $0 } ?? []) != bytes {
      return "stem and extension lose bytes"
    }
    if name.isUTF8, name.text.utf8.elementsEqual(bytes) == false {
      return "a name in UTF-8 is shown otherwise"
    }
    if name.isHidden, NameRule.holding(name) == nil { return "a hidden name is taken" }
    let rule = NameRule.holding(name)?.description ?? ""
    if rule != rule.terminalSafe { return "a rule holds control characters" }
    return numberFault(of: name)
  }

  private static func numberFault(of name: FileName) -> String? {
    for reserve in [0, 11, 64] {
      let series = [
        NumberedName(name, reserving: reserve),
        NumberedName(stem: name.bytes, ending: ".json", reserving: reserve),
      ]
      for numbered in series {
        let names = [1, 2, 9, 10, 1000].map(numbered.name)
        if Set(names).count < names.count { return "two numbers make the same name" }
        if names.contains(where: { $0.bytes.count + reserve > 255 }) { return "a numbered name is too long" }
        if name.isUTF8, !names.allSatisfy(\.isUTF8) { return "a cut goes through a character" }
      }
    }
    return nil
  }

  static func pathFault(in bytes: [UInt8]) -> String? {
    guard let path = RelativePath(bytes: bytes) else { return nil }
    if path.components.contains(where: { $0.bytes == [0x2E, 0x2E] }) { return "a path leads upwards" }
    guard RelativePath(bytes: path.bytes) == path else { return "a path is not what its bytes say" }
    if let language = path.targetLanguage, Language(language.tag) != language {
      return "a folder's language is no tag"
    }
    if path.replacingName(with: path.name) != path { return "a path loses its folders" }
    return path.folders.count == path.components.count - 1
      ? nil : "a path's folders are not those above its name"
  }
}
