import Testing

@testable import TranscriptorKit

@Suite("WikDict entries") struct WikDictEntryTests {
  private func parse(_ text: String) throws -> DictionaryEntry { try #require(WikDictEntry.parse(text)) }

  @Test(
    "The first line gives headword, part of speech and gender, without pronunciation",
    arguments: [
      ("las /las/ <n>", "las", PartOfSpeech.noun, Gender?.none),
      ("Wald /valt/ /vald/ <n, masc>", "Wald", .noun, .masculine),
      ("linea ///ˈlinea/// <n>", "linea", .noun, nil),
      ("dobra noc /ˈdɔbra nɔts/ <interjection>", "dobra noc", .interjection, nil),
      ("fort <adv>", "fort", .adverb, nil),
      ("hus /hʉs/ <n, ut>", "hus", .noun, .common),
      ("my /mɨ/ <personalPronoun>", "my", .pronoun, nil),
      ("dwoje /x/ <collective>", "dwoje", .numeral, nil),
      ("so /x/ <Adverb>", "so", .adverb, nil),
      ("km/h /x/ <abbreviation>", "km/h", .abbreviation, nil),
    ])
  func head(_ line: String, _ headword: String, _ part: PartOfSpeech, _ gender: Gender?) throws {
    let entry = try parse(line + "\nслово\n")
    #expect(entry.headword == headword)
    #expect(entry.partOfSpeech == part)
    #expect(entry.gender == gender)
  }

  @Test("Numbered lines are senses, other lines their glosses")
  func senses() throws {
    let entry = try parse("x /x/ <n>\n1. один, два\npierwszy\n2. три\n3. четыре\ntrzeci\n")
    #expect(entry.senses.map(\.translations) == [["один", "два"], ["три"], ["четыре"]])
    #expect(entry.senses.map { $0.glosses.map(\.text) } == [["pierwszy"], [], ["trzeci"]])
  }

  @Test("Without a number on the first line there is one sense, and later numbers are text")
  func oneSense() throws {
    let entry = try parse("x /x/ <pronoun>\nеё\n3. (osoba) rodzaj żeński\n2. Grades\n")
    #expect(entry.senses.map(\.translations) == [["её"]])
    #expect(entry.senses[0].glosses.map(\.text) == ["3. osoba rodzaj żeński", "2. Grades"])
  }

  @Test("Several glosses of a sense are told apart by markers, which are dropped")
  func markers() throws {
    let entry = try parse("x /x/ <n>\n1. дом 2.\nbudynek;\n 3.\nmiejsce\n 4.\nrodzina\n2. род\nród\n")
    #expect(entry.senses.map(\.translations) == [["дом"], ["род"]])
    #expect(entry.senses[0].glosses.map(\.text) == ["budynek", "miejsce", "rodzina"])
    #expect(entry.senses[1].glosses.map(\.text) == ["ród"])
  }

  @Test("Glosses with numbers of their own start no sense")
  func numberedGlosses() throws {
    let entry = try parse("x /x/ <n>\n1. лента\n1. remsa\n2. том\n2. bokband\n3. док\n4. anläggning\n")
    #expect(entry.senses.map(\.translations) == [["лента"], ["том"], ["док"]])
    #expect(entry.senses.map { $0.glosses.map(\.text) } == [["remsa"], ["bokband"], ["anläggning"]])
    #expect(try parse("x /x/ <n>\nверный\n1. korrekt\n").senses[0].glosses.map(\.text) == ["korrekt"])
  }

  @Test("Leading brackets are labels, without derived words")
  func labels() throws {
    let entry = try parse("x /x/ <n>\nзамок\n(technika, techniczny) (prawo, prawniczy) do drzwi;\n")
    #expect(entry.senses[0].glosses[0].labels == ["technika", "prawo"])
    #expect(entry.senses[0].glosses[0].description == "technika, prawo: do drzwi")
  }

  @Test(
    "Left-overs of the wiki are cleaned away",
    arguments: [
      ("}} albero", "albero"), ("}}: diurna", "diurna"), ("|ugs.|t3=_|auch }} völlig tot", "völlig tot"),
      ("() Kurzform", "Kurzform"), ("Halle [1] im Bahnhof[1]", "Halle [1] im Bahnhof"),
      ("2a|Lieu de travail", "Lieu de travail"), ("allmänt|juridik", "allmänt, juridik"),
      ("patrz [[a|dom]] i [[las]]", "patrz dom i las"), ("H<sub>2</sub>O", "H2O"), ("α < π", "α < π"),
      ("…łączący zdania", "łączący zdania"), ("(zobacz) ojej", "zobacz ojej"),
      ("drzewo iglaste.", "drzewo iglaste"),
    ])
  func glosses(_ raw: String, _ clean: String) throws {
    #expect(try parse("x /x/ <n>\nслово\n\(raw)\n").senses[0].glosses.map(\.description) == [clean])
  }

  @Test("Translations lose stress marks, links and repetitions, and keep commas in brackets")
  func translations() throws {
    let text = "x /x/ <n>\nли\u{301}ния, линия, [[путь|пу\u{301}ть]], (реже, ещё) черта, й\n"
    #expect(try parse(text).senses[0].translations == ["линия", "путь", "(реже, ещё) черта", "й"])
  }

  @Test("Senses of narrow use come last")
  func order() throws {
    let entry = try parse("x /x/ <n>\n1. дух\n(slangowo) rekrut\n2. плавание\nNage\n3. кот\nzwierzę\n")
    #expect(entry.senses.map(\.translations) == [["кот"], ["дух"], ["плавание"]])
  }

  @Test(
    "What translates nothing is no entry", arguments: ["", "x", "x /x/ <n>\n", "x /x/ <n>\n&\n", "x\n1. \n"])
  func nothing(_ text: String) { #expect(WikDictEntry.parse(text) == nil) }
}
