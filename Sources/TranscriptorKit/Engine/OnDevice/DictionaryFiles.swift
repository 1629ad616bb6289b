/// The two files of a dictionary in the format of `dictd`, and what their name says of it.
struct DictionaryFiles: Hashable, Sendable {
  /// The name without a suffix: `freedict-pol-rus`.
  let name: String
  let indexPath: String
  let textPath: String
  /// ISO 639-1 where there is such a code, else 639-3.
  let source: Language
  let target: Language

  /// Recognises dictionaries among the names in a folder, in the order of their names.
  static func among(_ names: Set<String>, in folder: String) -> [DictionaryFiles] {
    names.sorted().compactMap { name in
      guard name.hasSuffix(".index") else { return nil }
      let base = String(name.dropLast(".index".count))
      guard let text = [base + ".dict.dz", base + ".dict"].first(where: names.contains),
        let (source, target) = languages(base)
      else { return nil }
      return DictionaryFiles(
        name: base, indexPath: folder + "/" + name, textPath: folder + "/" + text, source: source,
        target: target)
    }
  }

  private static func languages(_ name: String) -> (source: Language, target: Language)? {
    let codes = name == "mueller7" ? ["en", "ru"] : name.split(separator: "-").dropFirst().map(String.init)
    guard name == "mueller7" || name.hasPrefix("freedict-"), codes.count == 2,
      let source = Language(LanguageCodes.canonical(codes[0])),
      let target = Language(LanguageCodes.canonical(codes[1]))
    else { return nil }
    return (source, target)
  }
}
