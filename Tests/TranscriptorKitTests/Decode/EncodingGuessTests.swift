import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("Recognising encodings")
struct EncodingGuessTests {
  /// What becomes of texts: read right, read wrong, or asked about.
  struct Tally: Equatable, CustomStringConvertible {
    var right = 0
    var wrong = 0
    var asked = 0
    var description: String { "\(right) right, \(wrong) wrong, \(asked) asked about" }
  }

  private func read(_ text: String, _ encoding: String, _ decoder: TextDecoder, _ tally: inout Tally) {
    guard let bytes = text.encoded(encoding) else { return }
    do throws(TranslationTrouble) {
      let read = try decoder.decode(bytes)
      if read.text == text { tally.right += 1 } else { tally.wrong += 1 }
      #expect(read.text == text, "\(encoding), read as \(read.encoding ?? "UTF-8")")
    } catch {
      tally.asked += 1
    }
  }

  private let russian = TextDecoder(maxInputBytes: 1 << 20, likely: [Language("ru")].compactMap { $0 })

  @Test("A sentence is read right in every encoding, whatever language the user reads")
  func sentences() {
    var tally = Tally()
    for sample in EncodingSample.all {
      for encoding in sample.encodings { read(sample.sentence, encoding, russian, &tally) }
    }
    #expect(tally.wrong == 0)
    #expect(tally.asked <= 2, "\(tally)")
    #expect(tally.right >= 50, "\(tally)")
  }

  @Test("A single word is read right or asked about, and never sent as other letters")
  func words() {
    var alone = Tally()
    var told = Tally()
    for sample in EncodingSample.all {
      let language = Language(sample.language)
      let decoder = TextDecoder(maxInputBytes: 1000, known: language, likely: [])
      for encoding in sample.encodings {
        for word in sample.words {
          read(word, encoding, russian, &alone)
          read(word, encoding, decoder, &told)
        }
      }
    }
    #expect(alone.wrong == 0)
    #expect(told.wrong == 0)
    #expect(alone.right >= 105, "\(alone)")
    #expect(told.right >= 165, "\(told)")
  }
}
