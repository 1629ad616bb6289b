/// What an encoding makes of a sample, without the few words that it can't read.
///
/// A text with a damaged byte is none of its encoding any more, and yet reads better in that than in any other. Without
/// this the next best would win, in which every byte means something.
struct SampleReading {
  /// What is read.
  let reading: Reading
  /// What the words that can't be read cost, as a logarithm.
  let penalty: Float

  /// What is read, as text.
  var text: String { reading.text }
  /// Whether some words can't be read.
  var isBroken: Bool { penalty > 0 }

  /// Reads a sample; nil where more than one word in three can't be read.
  init?(of sample: TextSample, in encoding: TextEncoding) {
    guard let converter = CharacterConverter(encoding.converter) else { return nil }
    let bytes = sample.isCut ? sample.bytes.dropLast() : sample.bytes[...]
    if let text = converter.decode(bytes, isCut: sample.isCut), let reading = Reading(text) {
      self.reading = reading
      penalty = 0
      return
    }
    var text = ""
    var penalty: Float = 0
    var broken = 0
    for word in sample.words {
      if let part = converter.decode(word), Reading(part) != nil {
        text += part
      } else {
        broken += 1
        // More than any word costs that can be read, so that to leave one out never pays.
        penalty += 12 + 7 * Float(word.count)
        guard broken * 3 <= sample.words.count else { return nil }
      }
    }
    guard let reading = Reading(text) else { return nil }
    self.reading = reading
    self.penalty = penalty
  }
}
