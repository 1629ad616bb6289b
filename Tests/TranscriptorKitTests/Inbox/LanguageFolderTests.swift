import Testing

@testable import TranscriptorKit

@Suite("Language folders")
struct LanguageFolderTests {
  @Test(
    "The innermost folder whose name is a language tag counts, in any letter case",
    arguments: [
      ("ja/a.txt", "ja"), ("JA/a.txt", "ja"), ("pt-br/a.txt", "pt-BR"), ("zh-hant/a.txt", "zh-Hant"),
      ("de/ja/a.txt", "ja"), ("de/books/a.txt", "de"), ("books/de/2026/notes/a.txt", "de"),
      ("ja/de.txt/a", "ja"),
    ])
  func found(path: String, tag: String) { #expect(RelativePath(parsing: path)?.targetLanguage?.tag == tag) }

  @Test(
    "Other folders only group, also those that merely look like a tag",
    arguments: [
      "a.txt", "ja", "books/a.txt", "new/a.txt", "xx/a.txt", "zz-ZZ/a.txt", "pt_BR/a.txt", "ja.d/a.txt",
    ])
  func none(path: String) throws { #expect(try #require(RelativePath(parsing: path)).targetLanguage == nil) }
}
