/// ISO 639-1 and 639-3, for the languages that on-device dictionaries exist for.
///
/// The three-letter codes are the terminological ones (`deu`, `fra`, `ces`), which FreeDict's packages use.
package enum LanguageCodes {
  /// The 639-1 code for a 639-3 code, or the code itself where it is one already or has none.
  package static func canonical(_ code: String) -> String { twoLetters[code] ?? code }

  /// The 639-3 code for a 639-1 code; nil for a language that is not in the table.
  package static func threeLetters(_ code: String) -> String? { threeLetterCodes[code] }

  /// Whether two codes of either standard name the same language.
  ///
  /// Norwegian is written as `no`, `nb` and `nn`, and dictionaries do not tell these apart.
  package static func same(_ left: String, _ right: String) -> Bool { base(left) == base(right) }

  /// The code that all codes of one language share.
  private static func base(_ code: String) -> String {
    let code = canonical(code)
    return code == "nb" || code == "nn" ? "no" : code
  }

  private static let table = """
    af afr  an arg  ar ara  be bel  bg bul  br bre  ca cat  cs ces  cy cym  da dan  de deu  el ell  en eng
    eo epo  es spa  eu eus  fi fin  fr fra  ga gle  gd gla  gl glg  hi hin  hr hrv  hu hun  id ind  is isl
    it ita  ja jpn  ku kur  la lat  lt lit  mk mkd  nb nob  nl nld  nn nno  no nor  oc oci  pl pol  pt por
    ro ron  ru rus  sa san  sc srd  sk slk  sl slv  sr srp  sv swe  sw swh  tr tur  uk ukr  ur urd  wo wol
    """

  private static let pairs: [(two: String, three: String)] = {
    let codes = table.split(whereSeparator: \.isWhitespace).map(String.init)
    return stride(from: 0, to: codes.count - 1, by: 2).map { (codes[$0], codes[$0 + 1]) }
  }()

  private static let twoLetters = Dictionary(uniqueKeysWithValues: pairs.map { ($0.three, $0.two) })
  private static let threeLetterCodes = Dictionary(uniqueKeysWithValues: pairs.map { ($0.two, $0.three) })
}
