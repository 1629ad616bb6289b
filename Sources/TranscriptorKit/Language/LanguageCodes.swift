/// ISO 639-1 and 639-3: every language that has a two-letter code.
///
/// The three-letter codes are the terminological ones (`deu`, `fra`, `ces`), which FreeDict's packages use (tables of the ISO 639-3 registration authority).
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
    aa aar  ab abk  ae ave  af afr  ak aka  am amh  an arg  ar ara  as asm  av ava  ay aym
    az aze  ba bak  be bel  bg bul  bi bis  bm bam  bn ben  bo bod  br bre  bs bos  ca cat
    ce che  ch cha  co cos  cr cre  cs ces  cu chu  cv chv  cy cym  da dan  de deu  dv div
    dz dzo  ee ewe  el ell  en eng  eo epo  es spa  et est  eu eus  fa fas  ff ful  fi fin
    fj fij  fo fao  fr fra  fy fry  ga gle  gd gla  gl glg  gn grn  gu guj  gv glv  ha hau
    he heb  hi hin  ho hmo  hr hrv  ht hat  hu hun  hy hye  hz her  ia ina  id ind  ie ile
    ig ibo  ii iii  ik ipk  io ido  is isl  it ita  iu iku  ja jpn  jv jav  ka kat  kg kon
    ki kik  kj kua  kk kaz  kl kal  km khm  kn kan  ko kor  kr kau  ks kas  ku kur  kv kom
    kw cor  ky kir  la lat  lb ltz  lg lug  li lim  ln lin  lo lao  lt lit  lu lub  lv lav
    mg mlg  mh mah  mi mri  mk mkd  ml mal  mn mon  mr mar  ms msa  mt mlt  my mya  na nau
    nb nob  nd nde  ne nep  ng ndo  nl nld  nn nno  no nor  nr nbl  nv nav  ny nya  oc oci
    oj oji  om orm  or ori  os oss  pa pan  pi pli  pl pol  ps pus  pt por  qu que  rm roh
    rn run  ro ron  ru rus  rw kin  sa san  sc srd  sd snd  se sme  sg sag  sh hbs  si sin
    sk slk  sl slv  sm smo  sn sna  so som  sq sqi  sr srp  ss ssw  st sot  su sun  sv swe
    sw swh  ta tam  te tel  tg tgk  th tha  ti tir  tk tuk  tl tgl  tn tsn  to ton  tr tur
    ts tso  tt tat  tw twi  ty tah  ug uig  uk ukr  ur urd  uz uzb  ve ven  vi vie  vo vol
    wa wln  wo wol  xh xho  yi yid  yo yor  za zha  zh zho  zu zul
    """

  private static let pairs: [(two: String, three: String)] = {
    let codes = table.split(whereSeparator: \.isWhitespace).map(String.init)
    return stride(from: 0, to: codes.count - 1, by: 2).map { (codes[$0], codes[$0 + 1]) }
  }()

  private static let twoLetters = Dictionary(uniqueKeysWithValues: pairs.map { ($0.three, $0.two) })
  private static let threeLetterCodes = Dictionary(uniqueKeysWithValues: pairs.map { ($0.two, $0.three) })
}
