import Testing

@testable import TranscriptorKit

@Suite("Names that are left alone")
struct NameRuleTests {
  @Test(
    "An unfinished or spare copy is held, in any letter case, and the rule is named",
    arguments: [
      (".hidden", "a hidden file (.*)"), (".a.txt", "a hidden file (.*)"),
      ("a.part", "a temporary file (*.part)"),
      ("a.txt.PART", "a temporary file (*.part)"), ("a.partial", "a temporary file (*.partial)"),
      ("a.filepart", "a temporary file (*.filepart)"), ("a.crdownload", "a temporary file (*.crdownload)"),
      ("a.download", "a temporary file (*.download)"), ("a.opdownload", "a temporary file (*.opdownload)"),
      ("a.tmp", "a temporary file (*.tmp)"), ("a.Temp", "a temporary file (*.temp)"),
      ("a.swp", "a temporary file (*.swp)"), ("a.swo", "a temporary file (*.swo)"),
      ("a.swx", "a temporary file (*.swx)"), ("a.bak", "a backup copy (*.bak)"),
      ("a.bck", "a backup copy (*.bck)"),
      ("a.orig", "a backup copy (*.orig)"), ("a.rej", "a backup copy (*.rej)"),
      ("a.save", "a backup copy (*.save)"),
      ("a.old", "a backup copy (*.old)"), ("a.txt~", "a backup copy (*~)"),
      ("#a.txt#", "an editor's copy (#*#)"),
      ("4913", "an editor's probe (4913)"), ("~$letter.docx", "an office program's lock (~$*)"),
      ("a.txt.aria2", "a temporary file (*.aria2)"), ("a.!qB", "a temporary file (*.!qb)"),
      ("a.kate-swp", "a temporary file (*.kate-swp)"), ("a.autosave", "a backup copy (*.autosave)"),
      ("a.txt.~1~", "a backup copy (*~)"), ("a.txt.1~", "a backup copy (*~)"),
      ("a.txt___jb_tmp___", "an editor's temporary file (*___jb_tmp___)"),
      ("Desktop.ini", "a desktop's own file (desktop.ini)"),
      ("thumbs.DB", "a desktop's own file (Thumbs.db)"),
      ("~syncthing~a.txt", "a sync program's temporary file (~syncthing~*)"),
    ])
  func held(name: String, rule: String) { #expect(NameRule.holding(FileName(name))?.description == rule) }

  @Test(
    "A name that only resembles one is taken",
    arguments: [
      "hello.txt", "hello", "part", "tmp", "bak", "a.part.txt", "apart", "a.parts", "#1 song", "song #1.txt",
      "49130", "4913.txt", "~a.txt", "a~b", "$~a", "old.md", "template.tmpl",
      "-", " ", "żółw.txt", "#", "syncthing notes.txt", "~syncthing.txt", "my desktop.ini.txt",
    ])
  func taken(name: String) { #expect(NameRule.holding(FileName(name)) == nil) }

  @Test("What a user's pattern matches is held with that pattern, in any letter case, for files and folders")
  func patterns() throws {
    let patterns = try ["*.bck2", "_UNPACK_*", "[ab]?"].map { try #require(NamePattern($0)) }
    func rule(_ name: String) -> String? { NameRule.holding(FileName(name), patterns: patterns)?.description }
    #expect(rule("a.BCK2") == "a name that the setting heldNames holds back (*.bck2)")
    #expect(rule("b1") == "a name that the setting heldNames holds back ([ab]?)")
    #expect(rule("c1") == nil)
    #expect(rule("a.part") == "a temporary file (*.part)")
    let folder = NameRule.holding(folder: FileName("_unpack_x"), patterns: patterns)
    #expect(folder?.description == "a name that the setting heldNames holds back (_UNPACK_*)")
    #expect(NameRule.holding(folder: FileName("notes.old"), patterns: patterns) == nil)
  }

  @Test("Nothing in a pattern is run or expanded, and one that no name can match is none")
  func strangePatterns() throws {
    for text in ["", "a/b", "/", "a\u{0}"] { #expect(NamePattern(text) == nil) }
    let pattern = try #require(NamePattern("$(id)`~*"))
    #expect(pattern.matches(FileName("$(id)`~ x")))
    #expect(!pattern.matches(FileName("uid=0")))
    #expect(try #require(NamePattern("*")).matches(try #require(FileName(bytes: [0xFF, 0x0A]))))
  }

  @Test("A name that is not UTF-8 is judged like any other")
  func invalid() throws {
    #expect(NameRule.holding(try #require(FileName(bytes: [0xFF, 0x2E, 0x70, 0x61, 0x72, 0x74]))) != nil)
    #expect(NameRule.holding(try #require(FileName(bytes: [0xFF, 0x2E, 0x74, 0x78, 0x74]))) == nil)
  }
}
