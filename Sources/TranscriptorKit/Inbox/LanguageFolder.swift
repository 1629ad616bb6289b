extension RelativePath {
  /// The language that a text's folders ask for: the innermost whose name is a language tag, in any letter case.
  package var targetLanguage: Language? {
    folders.reversed().lazy.compactMap { name in
      guard let language = Language(name.text), LanguageNames.knownCodes.contains(language.code) else {
        return nil
      }
      return language
    }.first
  }
}
