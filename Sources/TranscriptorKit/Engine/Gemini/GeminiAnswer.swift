import FoundationEssentials
@_spi(_Unicode) import Swift

/// Turns an answer of the service into one of ours, or says why it is none.
///
/// Every text of a model passes through here and nowhere else: what comes out is normalised (Unicode NFC) and holds
/// no control character but line breaks and tabs.
struct GeminiAnswer {
  /// The text that was sent.
  let source: String
  let detailLevel: DetailLevel
  /// The model that was asked.
  let model: String
  let words: ServiceWords

  /// Reads an answer whose status was 200.
  func read(_ response: GeminiResponse) throws(GeminiFailure) -> TranslationAnswer {
    guard let candidate = response.candidates?.first else {
      throw GeminiFailure(blockReason: response.promptFeedback?.blockReason, words)
    }
    guard candidate.finishReason == "STOP" else {
      throw GeminiFailure(finishReason: candidate.finishReason, message: candidate.finishMessage, words)
    }
    guard let written = try? JSONDecoder().decode(TranslationMeta.self, from: Data(response.text.utf8)) else {
      throw .unusable("it is not the JSON that was asked for")
    }
    let asked = Self.line(model)
    let answered = response.modelVersion.map(Self.line).flatMap { $0.isEmpty ? nil : $0 } ?? asked
    var answer = TranslationAnswer(meta: try checked(written), model: answered)
    answer.usage = response.usageMetadata?.tokens
    // An alias is meant to move; any other name that does was withdrawn.
    if !answered.hasPrefix(asked), !asked.hasSuffix("-latest") {
      answer.warnings.append("The model \(asked) was asked and \(answered) answered.")
    }
    return answer
  }

  private func checked(_ written: TranslationMeta) throws(GeminiFailure) -> TranslationMeta {
    var meta = TranslationMeta(
      normalForm: Self.line(written.normalForm), synonyms: Self.line(written.synonyms),
      translatedText: Self.block(written.translatedText), sourceLanguage: Self.line(written.sourceLanguage),
      shortTranslation: Self.line(written.shortTranslation), examples: [])
    if detailLevel != .concise {
      meta.examples = written.examples.map {
        TranslationExample(original: Self.line($0.original), translation: Self.line($0.translation))
      }
      meta.examples.removeAll { $0.original.isEmpty || $0.translation.isEmpty }
    }
    guard !meta.translatedText.isEmpty else { throw .unusable("its translation is empty") }
    guard !meta.sourceLanguage.isEmpty else { throw .unusable("it names no source language") }
    // Only a decoding fault brings this character into an answer to a text that has none.
    guard source.unicodeScalars.contains("\u{FFFD}") || !meta.holds("\u{FFFD}") else {
      throw .unusable("characters were lost in it")
    }
    return meta
  }

  /// A text of several lines: clean, normalised, without white space at its ends or at the ends of lines.
  static func block(_ text: String) -> String {
    var clean = ""
    for character in text {
      // "\r\n" is one character, and so are a lone "\r" and the separators of Unicode.
      if character.isNewline {
        clean += "\n"
      } else {
        clean.unicodeScalars.append(
          contentsOf: character.unicodeScalars.filter {
            $0 == "\t" || $0.properties.generalCategory != .control
          })
      }
    }
    var normal = String.UnicodeScalarView()
    normal.append(contentsOf: clean._nfc)
    let lines = String(normal).split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.lastIndex { !$0.isWhitespace }.map { line[...$0] } ?? ""
    }
    let joined = lines.joined(separator: "\n").drop(while: \.isWhitespace)
    return joined.lastIndex { !$0.isWhitespace }.map { String(joined[...$0]) } ?? ""
  }

  /// A text of one line: as `block`, with each run of breaks, tabs and spaces made into one space.
  static func line(_ text: String) -> String {
    block(text).split { "\n\t ".contains($0) }.joined(separator: " ")
  }
}

extension TranslationMeta {
  /// Whether any field holds the character.
  fileprivate func holds(_ scalar: Unicode.Scalar) -> Bool {
    let texts =
      [normalForm, synonyms, translatedText, sourceLanguage, shortTranslation]
      + examples.flatMap { [$0.original, $0.translation] }
    return texts.contains { $0.unicodeScalars.contains(scalar) }
  }
}
