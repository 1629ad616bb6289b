import Testing

@testable import TranscriptorKit

@Suite("Mueller's entries") struct MuellerEntryTests {
  @Test("A short entry has one sense behind its grammar")
  func short() {
    let entries = MuellerEntry.parse("fir-tree\n   [↗fɜ:tri:] _n. ель; ёлка,\n   хвойное дерево\n")
    #expect(entries.count == 1)
    #expect(entries.first?.headword == "fir-tree")
    #expect(entries.first?.partOfSpeech == .noun)
    #expect(entries.first?.senses.map(\.translations) == [["ель", "ёлка", "хвойное дерево"]])
  }

  @Test("Homonyms and parts of speech give entries, numbers with a bracket senses")
  func structure() {
    let entries = MuellerEntry.parse(
      """
      pine
         _I  [paɪn]
            1. _n.
               1) сосна
               2) _разг. ананас
            2. _a. сосновый
         _II [paɪn] _v.
            1) чахнуть
            2) томиться

      """)
    #expect(entries.map(\.partOfSpeech) == [.noun, .adjective, .verb])
    #expect(
      entries.map { $0.senses.map(\.translations) } == [
        [["сосна"], ["ананас"]], [["сосновый"]], [["чахнуть"], ["томиться"]],
      ])
    #expect(entries[0].senses[1].glosses.map(\.description) == ["разг."])
  }

  @Test("A part in Latin letters is an example, split where its Russian begins")
  func examples() {
    let entry = MuellerEntry.parse(
      "dry\n   [draɪ] _a. сухой; dry bread сухой хлеб; to go (или to run) dry высыхать;"
        + " dry dock _мор. сухой док; run dry (совсем) иссякнуть; let it dry! дай высохнуть!\n"
    ).first
    #expect(entry?.senses.first?.translations == ["сухой"])
    #expect(
      entry?.senses.first?.examples == [
        .init(original: "dry bread", translation: "сухой хлеб"),
        .init(original: "to go (or to run) dry", translation: "высыхать"),
        .init(original: "dry dock", translation: "сухой док"),
        .init(original: "run dry", translation: "(совсем) иссякнуть"),
        .init(original: "let it dry!", translation: "дай высохнуть!"),
      ])
  }

  @Test("Russian behind an example translates the example, not the word")
  func continued() {
    let entry = MuellerEntry.parse("a\n   [ɛɪ] _v. жить; to live fast гулять; кутить\n").first
    #expect(entry?.senses.first?.translations == ["жить"])
    #expect(entry?.senses.first?.examples.map(\.translation) == ["гулять; кутить"])
  }

  @Test("Lettered parts translate the phrase before them, or else the word")
  func letters() {
    let phrase = MuellerEntry.parse(
      "a\n   [ɛɪ] _v.\n   1) бежать; run about\n      а) суетиться;\n      б) играть; run off удирать\n   2) течь\n"
    )
    #expect(phrase.first?.senses.map(\.translations) == [["бежать"], ["течь"]])
    #expect(
      phrase.first?.senses.first?.examples == [
        .init(original: "run about", translation: "суетиться; играть"),
        .init(original: "run off", translation: "удирать"),
      ])
    let word = MuellerEntry.parse("a\n   [ɛɪ] _n.\n   а) один; a b два\n   б) три\n")
    #expect(word.first?.senses.flatMap(\.translations) == ["один", "три"])
  }

  @Test("Wrapped lines are joined, also inside a divided word, and a number in a line's text starts nothing")
  func wrapped() {
    let entry = MuellerEntry.parse(
      "a\n   [ɛɪ] _n.\n   1) северо-\n   восток; длинный\n   перевод\n   2) два (см.\n   7) там)\n"
    ).first
    #expect(
      entry?.senses.map(\.translations) == [["северо-восток", "длинный перевод"], ["два (см. 7) там)"]])
  }

  @Test("Brackets and labels stay with the translation that they narrow")
  func notes() {
    let entry = MuellerEntry.parse(
      "a\n   [ɛɪ] _n. (_pl. -s)\n   1) (the A.) берег (особ. реки); _разг. край\n   2) вмещать(ся) {см. тж. 1}\n"
    ).first
    #expect(entry?.senses.map(\.translations) == [["берег (особ. реки)", "(разг.) край"], ["вмещать(ся)"]])
    #expect(entry?.senses.first?.glosses.map(\.description) == ["the A."])
    #expect("берег (особ. реки)".withoutNotes == "берег")
    #expect("вмещать(ся)".withoutNotes == "вмещать(ся)")
  }

  @Test("A clause or a participle behind a comma belongs to the noun before it")
  func clauses() {
    let noun = MuellerEntry.parse("a\n   [ɛɪ] _n. тот, кто пишет, поэт; комната, превращённая в зал\n").first
    #expect(noun?.senses.first?.translations == ["тот, кто пишет", "поэт", "комната, превращённая в зал"])
    let adjective = MuellerEntry.parse("a\n   [ɛɪ] _a. бедный, испытывающий нужду\n").first
    #expect(adjective?.senses.first?.translations == ["бедный", "испытывающий нужду"])
  }

  @Test(
    "A form or another spelling refers to its headword",
    arguments: [
      ("ran\n   [ræn] _p. от run 2\n", ["run"]), ("mice\n   [maɪs] _pl. от mouse\n", ["mouse"]),
      ("swung\n   [x] _p. и _p-p. от swing 2\n", ["swing"]), ("friz\n   [frɪz] = frizz I\n", ["frizz"]),
      ("most\n   [x] _sup. от much 1 и many 1\n", ["much", "many"]),
    ])
  func references(_ text: String, _ words: [String]) {
    let entries = MuellerEntry.parse(text)
    #expect(entries.flatMap(\.references) == words)
    #expect(entries.allSatisfy { $0.senses.isEmpty })
  }

  @Test(
    "Nonsense is no entry and no crash",
    arguments: ["", "\n", "a", "a\n", "a\n   [", "a\n _", "a\n 1)", "a\n (((_n.;;"])
  func nonsense(_ text: String) { #expect(MuellerEntry.parse(text).isEmpty) }
}
