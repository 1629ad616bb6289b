import Glibc

/// An encoding that texts are recognised in, with the languages that are written in it.
struct EncodingCandidate: Sendable {
  let encoding: TextEncoding
  /// How likely it is before a text is seen: the logarithm of its share, roughly.
  let prior: Float
  /// The codes of its languages in `LanguageProfile`.
  let languages: [String]

  private init(_ name: String, converter: String? = nil, use: Float = 1, for languages: String) {
    encoding = TextEncoding(name, converter: converter ?? name.uppercased())
    prior = logf(use)
    self.languages = languages.split(separator: " ").map(String.init)
  }

  private static let western = "en de fr es it pt sv da fi et is"
  private static let central = "pl cs sk hu ro hr de"
  private static let eastern = "ru uk bg sr be mk"
  private static let baltic = "lt lv et"

  /// All of them; Windows' encodings come before the ISO's and DOS's that hold the same letters in other places.
  static let all: [EncodingCandidate] = [
    EncodingCandidate("windows-1252", for: western), EncodingCandidate("ISO-8859-15", use: 0.3, for: western),
    EncodingCandidate("IBM850", use: 0.001, for: western),
    EncodingCandidate("macintosh", use: 0.001, for: western),
    EncodingCandidate("windows-1250", for: central), EncodingCandidate("ISO-8859-2", use: 0.3, for: central),
    EncodingCandidate("IBM852", use: 0.001, for: central),
    EncodingCandidate("windows-1251", for: eastern), EncodingCandidate("KOI8-R", use: 0.3, for: "ru"),
    EncodingCandidate("KOI8-U", use: 0.3, for: "uk"),
    EncodingCandidate("IBM866", use: 0.3, for: "ru uk bg be"),
    EncodingCandidate("ISO-8859-5", use: 0.3, for: eastern),
    EncodingCandidate("windows-1253", for: "el"), EncodingCandidate("ISO-8859-7", use: 0.3, for: "el"),
    EncodingCandidate("windows-1254", for: "tr"), EncodingCandidate("ISO-8859-9", use: 0.3, for: "tr"),
    EncodingCandidate("windows-1255", for: "he"), EncodingCandidate("ISO-8859-8", use: 0.3, for: "he"),
    EncodingCandidate("windows-1256", for: "ar"), EncodingCandidate("ISO-8859-6", use: 0.3, for: "ar"),
    EncodingCandidate("windows-1257", for: baltic), EncodingCandidate("ISO-8859-13", use: 0.3, for: baltic),
    EncodingCandidate("windows-1258", for: "vi"), EncodingCandidate("windows-874", for: "th"),
    EncodingCandidate("GB18030", for: "zh"), EncodingCandidate("Big5", for: "zh-Hant"),
    EncodingCandidate("EUC-JP", for: "ja"), EncodingCandidate("Shift_JIS", converter: "CP932", for: "ja"),
    EncodingCandidate("EUC-KR", converter: "CP949", for: "ko"),
  ]
}
