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
      ("~syncthing~a.txt", "a sync program's temporary file (~syncthing~*)"),
    ])
  func held(name: String, rule: String) { #expect(NameRule.holding(FileName(name))?.description == rule) }

  @Test(
    "A name that only resembles one is taken",
    arguments: [
      "hello.txt", "hello", "part", "tmp", "bak", "a.part.txt", "apart", "a.parts", "#1 song", "song #1.txt",
      "49130", "4913.txt", "~a.txt", "a~b", "$~a", "old.md", "template.tmpl",
      "-", " ", "żółw.txt",
    ])
  func taken(name: String) { #expect(NameRule.holding(FileName(name)) == nil) }

  @Test("A name that is not UTF-8 is judged like any other")
  func invalid() throws {
    #expect(NameRule.holding(try #require(FileName(bytes: [0xFF, 0x2E, 0x70, 0x61, 0x72, 0x74]))) != nil)
    #expect(NameRule.holding(try #require(FileName(bytes: [0xFF, 0x2E, 0x74, 0x78, 0x74]))) == nil)
  }
}
