/// The encodings that a text may be in, from the likeliest on.
///
/// Each candidate reads a sample; what it reads is judged by the letters of its languages. Encodings that read the same
/// are no rivals.
struct EncodingGuess {
  /// One way to read the text.
  struct Choice {
    /// The encodings that read it so, the likeliest first.
    let encodings: [TextEncoding]
    /// The logarithm of how likely it is.
    let score: Float
    /// The beginning of what is read, to show.
    let beginning: String
    /// Whether some words can't be read so, and count against it.
    let isBroken: Bool
  }

  /// The ways to read the text, the likeliest first.
  let choices: [Choice]
  private let wordBytes: Int

  /// Guesses.
  /// - Parameters:
  ///   - known: The text's language where somebody said it.
  ///   - likely: Languages that the user reads.
  init(_ text: [UInt8], known: Language?, likely: [Language]) {
    let sample = TextSample(of: text)
    wordBytes = sample.wordBytes
    let known = known.map(Self.profile)
    let likely = Set(likely.map(Self.profile))
    var readings: [(reading: SampleReading, choices: [(TextEncoding, Float)])] = []
    for candidate in EncodingCandidate.all {
      guard let read = SampleReading(of: sample, in: candidate.encoding) else { continue }
      let scores = candidate.languages.compactMap(LanguageProfile.named).map { profile in
        let favour =
          profile.code == known ? Self.knownFavour : likely.contains(profile.code) ? Self.likelyFavour : 0
        return read.reading.likelihood(in: profile) + profile.prior + favour
      }
      guard let best = scores.max() else { continue }
      let choice = (candidate.encoding, best + candidate.prior - read.penalty)
      if !read.isBroken,
        let place = readings.firstIndex(where: { !$0.reading.isBroken && $0.reading.text == read.text })
      {
        readings[place].choices.append(choice)
      } else {
        readings.append((read, [choice]))
      }
    }
    choices = readings.map { reading in
      let sorted = reading.choices.sorted { $0.1 > $1.1 }
      return Choice(
        encodings: sorted.map(\.0), score: sorted[0].1, beginning: Self.beginning(of: reading.reading.text),
        isBroken: reading.reading.isBroken)
    }.sorted { $0.score > $1.score }
  }

  /// Whether the likeliest way is likely enough to be taken.
  var isClear: Bool { lead >= 3 }

  /// Whether the likeliest way leaves no doubt.
  var isCertain: Bool { lead >= 6 }

  /// Whether the likeliest way reads as words at all; what is not text is far below in every encoding.
  var isText: Bool {
    guard let best = choices.first else { return false }
    return best.score / Float(max(wordBytes, 1)) > -7
  }

  /// The logarithm of how many times likelier the first way is than the second; 3 is twenty times.
  private var lead: Float {
    guard let best = choices.first else { return 0 }
    guard let next = choices.dropFirst().first(where: { !$0.isBroken }) else { return .infinity }
    return best.score - next.score
  }

  private static let knownFavour: Float = 4.6
  private static let likelyFavour: Float = 2.3

  /// The profile that a language is judged by.
  private static func profile(_ language: Language) -> String {
    switch language.code {
    case "zh": language.tag.contains("Hant") ? "zh-Hant" : "zh"
    case "nb", "nn", "no": "da"
    case "sl", "bs": "hr"
    default: language.code
    }
  }

  /// The first word that tells something, fit to be shown.
  private static func beginning(of text: String) -> String {
    let word = text.split(whereSeparator: \.isWhitespace).first { !$0.utf8.allSatisfy { $0 < 0x80 } } ?? ""
    return String(String.UnicodeScalarView(word.unicodeScalars.prefix(24))).terminalSafe
  }
}
