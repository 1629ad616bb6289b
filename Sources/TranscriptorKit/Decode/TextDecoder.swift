/// Turns a file's bytes into text, or says why they are none.
///
/// UTF-8 wins wherever it is valid; UTF-16 and UTF-32 are known by their byte-order marks or their NULs. What is in
/// none of them is read in the encoding that the setting names, else in the one that `EncodingGuess` finds. Every
/// encoding is read strictly: what is malformed is refused, never replaced, and what was encoded twice is not repaired.
package struct TextDecoder: Sendable {
  /// The largest text that is taken, in bytes.
  package let maxInputBytes: Int
  private let encoding: TextEncoding?
  private let known: Language?
  private let likely: [Language]

  /// A decoder that recognises encodings.
  ///
  /// - Parameters:
  ///   - encoding: What is not in a form of Unicode is read in this; nil recognises it.
  ///   - known: The text's language where somebody said it.
  ///   - likely: Languages that the user reads.
  package init(
    maxInputBytes: Int, encoding: TextEncoding? = nil, known: Language? = nil, likely: [Language] = []
  ) {
    self.maxInputBytes = maxInputBytes
    self.encoding = encoding
    self.known = known
    self.likely = likely
  }

  /// The decoder that the settings ask for.
  package init(_ settings: Settings, sourceLanguage: Language?) {
    self.init(
      maxInputBytes: settings.maxInputBytes, encoding: settings.encoding, known: sourceLanguage,
      likely: [settings.targetLanguage, settings.secondTargetLanguage].compactMap(\.self)
        + settings.likelyLanguages)
  }

  /// Decodes a whole file.
  ///
  /// - Throws: `TranslationTrouble` of kind item: `too-large`, `not-text` or `empty`.
  package func decode(_ bytes: [UInt8]) throws(TranslationTrouble) -> SourceText {
    guard bytes.count <= maxInputBytes else {
      throw TranslationTrouble(
        .item(.tooLarge), "The text is larger than \(maxInputBytes) bytes.",
        hint: "Cut it into smaller files, or raise the limit: transcriptor settings set maxInputBytes NUMBER")
    }
    let read = try read(bytes)
    let text = TextPolicy.clean(read.text)
    guard TextPolicy.isText(text) else { throw Self.binary }
    guard !text.isEmpty else {
      throw TranslationTrouble(
        .item(.empty), bytes.isEmpty ? "The file is empty." : "The file holds nothing but white space.",
        hint: "Put the text to translate into the file.")
    }
    return SourceText(text: text, encoding: read.encoding, warnings: read.warnings)
  }

  private func read(_ bytes: [UInt8]) throws(TranslationTrouble) -> SourceText {
    for form in WideForm.all where bytes.starts(with: form.mark) {
      if let text = form.decode(bytes.dropFirst(form.mark.count)) {
        return SourceText(text: text, encoding: form.name)
      }
      throw Self.notText(
        "The text begins like \(form.name) but is not well-formed \(form.name).",
        hint: "Part of it may be missing; copy it again.")
    }
    let holdsNUL = bytes.contains(0)
    if let text = String(validating: bytes, as: UTF8.self), !holdsNUL {
      guard TextPolicy.designatesJapanese(bytes), let japanese = TextEncoding.iso2022JP.decode(bytes) else {
        return SourceText(text: text)
      }
      return SourceText(text: japanese, encoding: TextEncoding.iso2022JP.name)
    }
    if let encoding { return try read(bytes, in: encoding) }
    if holdsNUL {
      guard let read = UnmarkedUnicode.read(bytes) else { throw Self.binary }
      return SourceText(text: read.text, encoding: read.name)
    }
    guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]), !TextPolicy.isDamagedUTF8(bytes) else {
      throw Self.notText(
        "The text is UTF-8 for the most part, and not well-formed at some places.",
        hint: "Part of it may be missing; copy it again, or name its encoding: "
          + "transcriptor settings set encoding NAME")
    }
    return try recognise(bytes)
  }

  private func read(_ bytes: [UInt8], in encoding: TextEncoding) throws(TranslationTrouble) -> SourceText {
    if let text = encoding.decode(bytes) { return SourceText(text: text, encoding: encoding.name) }
    throw Self.notText(
      "The text is neither in UTF-8 nor in \(encoding.name), which the setting encoding names.",
      hint: "Name another one, or have it recognised: transcriptor settings set encoding auto")
  }

  private func recognise(_ bytes: [UInt8]) throws(TranslationTrouble) -> SourceText {
    let guess = EncodingGuess(bytes, known: known, likely: likely)
    guard let choice = guess.choices.first else { throw Self.unknown }
    for encoding in choice.encodings where !choice.isBroken {
      guard let text = encoding.decode(bytes) else { continue }
      guard TextPolicy.isText(text) else { throw Self.binary }
      guard guess.isText else { throw Self.unknown }
      guard guess.isClear else { throw Self.question(guess.choices) }
      let warning =
        "The encoding \(encoding.name) is a guess; where letters are wrong, name the right one: "
        + "transcriptor settings set encoding NAME"
      return SourceText(text: text, encoding: encoding.name, warnings: guess.isCertain ? [] : [warning])
    }
    guard guess.isText else { throw Self.unknown }
    throw Self.notText(
      "Most of the text is in \(choice.encodings[0].name) (“\(choice.beginning)”), and some bytes mean nothing there.",
      hint: "It may be damaged; copy it again, or name its encoding: transcriptor settings set encoding NAME")
  }

  private static func question(_ choices: [EncodingGuess.Choice]) -> TranslationTrouble {
    let readings = choices.filter { !$0.isBroken }.prefix(3).map {
      "\($0.encodings[0].name) (“\($0.beginning)”)"
    }
    let likeliest = choices.first?.encodings[0].name ?? "NAME"
    return notText(
      "The text is not in UTF-8, and too little tells which encoding it is in.",
      hint: "Which reads right: \(readings.joined(separator: ", "))? Name it: "
        + "transcriptor settings set encoding \(likeliest)")
  }

  private static let unknown = notText(
    "The text is not in UTF-8, nor in another encoding that is recognised.",
    hint: "Save it as plain text in UTF-8, or name its encoding: transcriptor settings set encoding NAME")

  private static let binary = notText(
    "This is binary data, not text.", hint: "Save what is to be translated as plain text, in UTF-8.")

  private static func notText(_ message: String, hint: String) -> TranslationTrouble {
    TranslationTrouble(.item(.notText), message, hint: hint)
  }
}
