/// Puts meanings of a narrow use behind those of the general language.
///
/// Dictionaries made from Wiktionary list senses in no order of frequency; a gloss that begins with a register or
/// a narrow field is the only hint that they give.
enum SenseOrder {
  /// The senses, those last whose every gloss is of narrow use; otherwise in their order.
  static func sorted(_ senses: [DictionaryEntry.Sense]) -> [DictionaryEntry.Sense] {
    senses.filter { !isNarrow($0) } + senses.filter(isNarrow)
  }

  /// Whether a sense is used in a narrow field or register only, as far as its glosses tell.
  static func isNarrow(_ sense: DictionaryEntry.Sense) -> Bool {
    !sense.glosses.isEmpty && sense.glosses.allSatisfy(isNarrow)
  }

  private static func isNarrow(_ gloss: DictionaryEntry.Gloss) -> Bool {
    // Abbreviated labels are those of Mueller, where a general meaning has none.
    if gloss.labels.contains(where: { $0.hasSuffix(".") && $0 != "pl." && !$0.contains(" ") }) { return true }
    let colon = gloss.text.firstIndex(of: ":")
    let lead = colon.map { String(gloss.text[..<$0]) } ?? (gloss.text.contains(" ") ? "" : gloss.text)
    return (gloss.labels + [lead]).contains { label in
      let label = label.lowercased()
      return stems.contains { label.hasPrefix($0) }
    }
  }

  /// How the names of registers and of narrow fields begin, in the languages of the glosses.
  private static let stems = """
    slang potoczn obraź wulgar przestarz dawn przenoś pejorat rzadk gwar regional żartobl pogardl środowisk \
    żargon archai książkow umgangs vulg veralte abwert scherz übertragen landsch derb salopp gehoben jargon \
    bildungs figur österreich schweiz famil argot vieilli popul péjor désuet rare nage héraldi québec gerg \
    volgar antico spreg araldic scherzos raro vardag bildl ålder nedsätt arki kuvaann vanh alatyyl murt μεταφ \
    καθομ λαϊκ παρωχ αργκ χυδ informe verouder spreektaal colloq informal dated obsolete dialect
    """.split(separator: " ").map(String.init) + ["senso figurat", "termine araldic", "sens figur"]
}
