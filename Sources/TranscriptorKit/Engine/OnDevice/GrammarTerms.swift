/// The names of parts of speech and genders, in the languages that translations are made into.
enum GrammarTerms {
  /// The first line of a translation: `существительное (м.р.)`; empty where nothing is known.
  /// - Parameter language: The ISO 639-1 code of the target language; English stands in for those without a table.
  static func line(_ part: PartOfSpeech?, _ gender: Gender?, in language: String) -> String {
    let words = parts[language] ?? english
    let marks = genders[language] ?? englishGenders
    let name = part.flatMap { words[$0] ?? english[$0] }
    let mark = gender.flatMap { marks[$0] }
    switch (name, mark) {
    case (let name?, let mark?): return "\(name) (\(mark))"
    case (let name?, nil): return name
    case (nil, let mark?): return mark
    case (nil, nil): return ""
    }
  }

  private static let genders: [String: [Gender: String]] = [
    "ru": [.masculine: "м.р.", .feminine: "ж.р.", .neuter: "ср.р.", .common: "общий род"],
    "de": [.masculine: "Maskulinum", .feminine: "Femininum", .neuter: "Neutrum", .common: "Utrum"],
    "fr": [.masculine: "masculin", .feminine: "féminin", .neuter: "neutre", .common: "genre commun"],
    "es": [.masculine: "masculino", .feminine: "femenino", .neuter: "neutro", .common: "género común"],
    "it": [.masculine: "maschile", .feminine: "femminile", .neuter: "neutro", .common: "genere comune"],
    "pl": [.masculine: "r.m.", .feminine: "r.ż.", .neuter: "r.n.", .common: "rodzaj wspólny"],
    "pt": [.masculine: "masculino", .feminine: "feminino", .neuter: "neutro", .common: "gênero comum"],
    "sv": [.masculine: "maskulinum", .feminine: "femininum", .neuter: "neutrum", .common: "utrum"],
    "nl": [.masculine: "mannelijk", .feminine: "vrouwelijk", .neuter: "onzijdig", .common: "de-woord"],
    "fi": [.masculine: "maskuliini", .feminine: "feminiini", .neuter: "neutri", .common: "utrum"],
    "el": [.masculine: "αρσενικό", .feminine: "θηλυκό", .neuter: "ουδέτερο", .common: "κοινό γένος"],
  ]

  private static let englishGenders: [Gender: String] = [
    .masculine: "masculine", .feminine: "feminine", .neuter: "neuter", .common: "common gender",
  ]

  private static let parts: [String: [PartOfSpeech: String]] = [
    "ru": russian, "de": german, "fr": french, "es": spanish, "it": italian, "pl": polish, "pt": portuguese,
    "sv": swedish, "nl": dutch, "fi": finnish, "el": greek,
  ]

  private static let english: [PartOfSpeech: String] = [
    .noun: "noun", .properNoun: "proper noun", .verb: "verb", .adjective: "adjective", .adverb: "adverb",
    .pronoun: "pronoun", .numeral: "numeral", .article: "article", .preposition: "preposition",
    .postposition: "postposition", .conjunction: "conjunction", .interjection: "interjection",
    .particle: "particle", .participle: "participle", .phrase: "set phrase", .proverb: "proverb",
    .abbreviation: "abbreviation", .prefix: "prefix", .suffix: "suffix", .affix: "affix", .symbol: "symbol",
    .letter: "letter",
  ]

  private static let russian: [PartOfSpeech: String] = [
    .noun: "существительное", .properNoun: "имя собственное", .verb: "глагол", .adjective: "прилагательное",
    .adverb: "наречие", .pronoun: "местоимение", .numeral: "числительное", .article: "артикль",
    .preposition: "предлог", .postposition: "послелог", .conjunction: "союз", .interjection: "междометие",
    .particle: "частица", .participle: "причастие", .phrase: "устойчивое выражение", .proverb: "пословица",
    .abbreviation: "сокращение", .prefix: "приставка", .suffix: "суффикс", .affix: "аффикс",
    .symbol: "символ", .letter: "буква",
  ]

  private static let german: [PartOfSpeech: String] = [
    .noun: "Substantiv", .properNoun: "Eigenname", .verb: "Verb", .adjective: "Adjektiv", .adverb: "Adverb",
    .pronoun: "Pronomen", .numeral: "Zahlwort", .article: "Artikel", .preposition: "Präposition",
    .postposition: "Postposition", .conjunction: "Konjunktion", .interjection: "Interjektion",
    .particle: "Partikel", .participle: "Partizip", .phrase: "Redewendung", .proverb: "Sprichwort",
    .abbreviation: "Abkürzung", .prefix: "Präfix", .suffix: "Suffix", .affix: "Affix", .symbol: "Symbol",
    .letter: "Buchstabe",
  ]

  private static let french: [PartOfSpeech: String] = [
    .noun: "nom", .properNoun: "nom propre", .verb: "verbe", .adjective: "adjectif", .adverb: "adverbe",
    .pronoun: "pronom", .numeral: "numéral", .article: "article", .preposition: "préposition",
    .postposition: "postposition", .conjunction: "conjonction", .interjection: "interjection",
    .particle: "particule", .participle: "participe", .phrase: "locution", .proverb: "proverbe",
    .abbreviation: "abréviation", .prefix: "préfixe", .suffix: "suffixe", .affix: "affixe",
    .symbol: "symbole", .letter: "lettre",
  ]

  private static let spanish: [PartOfSpeech: String] = [
    .noun: "sustantivo", .properNoun: "nombre propio", .verb: "verbo", .adjective: "adjetivo",
    .adverb: "adverbio", .pronoun: "pronombre", .numeral: "numeral", .article: "artículo",
    .preposition: "preposición", .postposition: "posposición", .conjunction: "conjunción",
    .interjection: "interjección", .particle: "partícula", .participle: "participio", .phrase: "locución",
    .proverb: "refrán", .abbreviation: "abreviatura", .prefix: "prefijo", .suffix: "sufijo", .affix: "afijo",
    .symbol: "símbolo", .letter: "letra",
  ]

  private static let italian: [PartOfSpeech: String] = [
    .noun: "sostantivo", .properNoun: "nome proprio", .verb: "verbo", .adjective: "aggettivo",
    .adverb: "avverbio", .pronoun: "pronome", .numeral: "numerale", .article: "articolo",
    .preposition: "preposizione", .postposition: "posposizione", .conjunction: "congiunzione",
    .interjection: "interiezione", .particle: "particella", .participle: "participio", .phrase: "locuzione",
    .proverb: "proverbio", .abbreviation: "abbreviazione", .prefix: "prefisso", .suffix: "suffisso",
    .affix: "affisso", .symbol: "simbolo", .letter: "lettera",
  ]

  private static let polish: [PartOfSpeech: String] = [
    .noun: "rzeczownik", .properNoun: "nazwa własna", .verb: "czasownik", .adjective: "przymiotnik",
    .adverb: "przysłówek", .pronoun: "zaimek", .numeral: "liczebnik", .article: "przedimek",
    .preposition: "przyimek", .postposition: "poimek", .conjunction: "spójnik", .interjection: "wykrzyknik",
    .particle: "partykuła", .participle: "imiesłów", .phrase: "związek frazeologiczny",
    .proverb: "przysłowie",
    .abbreviation: "skrót", .prefix: "przedrostek", .suffix: "przyrostek", .affix: "afiks",
    .symbol: "symbol", .letter: "litera",
  ]

  private static let portuguese: [PartOfSpeech: String] = [
    .noun: "substantivo", .properNoun: "nome próprio", .verb: "verbo", .adjective: "adjetivo",
    .adverb: "advérbio", .pronoun: "pronome", .numeral: "numeral", .article: "artigo",
    .preposition: "preposição", .postposition: "posposição", .conjunction: "conjunção",
    .interjection: "interjeição", .particle: "partícula", .participle: "particípio", .phrase: "locução",
    .proverb: "provérbio", .abbreviation: "abreviatura", .prefix: "prefixo", .suffix: "sufixo",
    .affix: "afixo", .symbol: "símbolo", .letter: "letra",
  ]

  private static let swedish: [PartOfSpeech: String] = [
    .noun: "substantiv", .properNoun: "egennamn", .verb: "verb", .adjective: "adjektiv", .adverb: "adverb",
    .pronoun: "pronomen", .numeral: "räkneord", .article: "artikel", .preposition: "preposition",
    .postposition: "postposition", .conjunction: "konjunktion", .interjection: "interjektion",
    .particle: "partikel", .participle: "particip", .phrase: "fast uttryck", .proverb: "ordspråk",
    .abbreviation: "förkortning", .prefix: "prefix", .suffix: "suffix", .affix: "affix", .symbol: "symbol",
    .letter: "bokstav",
  ]

  private static let dutch: [PartOfSpeech: String] = [
    .noun: "zelfstandig naamwoord", .properNoun: "eigennaam", .verb: "werkwoord",
    .adjective: "bijvoeglijk naamwoord", .adverb: "bijwoord", .pronoun: "voornaamwoord",
    .numeral: "telwoord", .article: "lidwoord", .preposition: "voorzetsel", .postposition: "achterzetsel",
    .conjunction: "voegwoord", .interjection: "tussenwerpsel", .particle: "partikel",
    .participle: "deelwoord", .phrase: "vaste uitdrukking", .proverb: "spreekwoord",
    .abbreviation: "afkorting", .prefix: "voorvoegsel", .suffix: "achtervoegsel", .affix: "affix",
    .symbol: "symbool", .letter: "letter",
  ]

  private static let finnish: [PartOfSpeech: String] = [
    .noun: "substantiivi", .properNoun: "erisnimi", .verb: "verbi", .adjective: "adjektiivi",
    .adverb: "adverbi", .pronoun: "pronomini", .numeral: "numeraali", .article: "artikkeli",
    .preposition: "prepositio", .postposition: "postpositio", .conjunction: "konjunktio",
    .interjection: "interjektio", .particle: "partikkeli", .participle: "partisiippi",
    .phrase: "sanonta", .proverb: "sananlasku", .abbreviation: "lyhenne", .prefix: "etuliite",
    .suffix: "pääte", .affix: "affiksi", .symbol: "symboli", .letter: "kirjain",
  ]

  private static let greek: [PartOfSpeech: String] = [
    .noun: "ουσιαστικό", .properNoun: "κύριο όνομα", .verb: "ρήμα", .adjective: "επίθετο",
    .adverb: "επίρρημα", .pronoun: "αντωνυμία", .numeral: "αριθμητικό", .article: "άρθρο",
    .preposition: "πρόθεση", .postposition: "επίθεση", .conjunction: "σύνδεσμος",
    .interjection: "επιφώνημα", .particle: "μόριο", .participle: "μετοχή", .phrase: "έκφραση",
    .proverb: "παροιμία", .abbreviation: "συντομογραφία", .prefix: "πρόθημα", .suffix: "επίθημα",
    .affix: "πρόσφυμα", .symbol: "σύμβολο", .letter: "γράμμα",
  ]
}
