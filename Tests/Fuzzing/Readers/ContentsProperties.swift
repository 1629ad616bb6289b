import TranscriptorKit

/// What must hold of a text that was decoded, and of the reason why it was not.
enum ContentsProperties {
  private static let encodings = [nil, "windows-1251", "Shift_JIS", "GB18030", "UTF-16LE", "ISO-2022-JP"]
  private static let languages = [nil, "ru", "pl", "ja"].map { $0.flatMap(Language.init) }
  private static let limit = 1 << 16

  /// The first byte chooses the setting and the language; the rest is the file.
  static func fault(in bytes: [UInt8]) -> String? {
    let choice = Int(bytes.first ?? 0)
    let encoding = encodings[choice % encodings.count].flatMap(TextEncoding.init)
    let decoder = TextDecoder(
      maxInputBytes: limit, encoding: encoding, known: languages[choice / encodings.count % languages.count])
    do {
      let read = try decoder.decode(Array(bytes.dropFirst()))
      return fault(in: read, of: Array(bytes.dropFirst()))
    } catch {
      guard [.item(.notText), .item(.empty), .item(.tooLarge)].contains(error.kind) else {
        return "the trouble is of another kind: \(error)"
      }
      let words = error.message + error.hint
      return words == words.terminalSafe ? nil : "the trouble holds control characters"
    }
  }

  private static func fault(in read: SourceText, of bytes: [UInt8]) -> String? {
    let text = read.text
    if text.isEmpty { return "the text is empty" }
    if text.trimmed != text { return "white space is left at an end" }
    if text.unicodeScalars.contains(where: { $0.value == 0 || $0 == "\u{FEFF}" }) {
      return "a NUL or a byte-order mark is left"
    }
    if read.encoding == nil, String(validating: bytes, as: UTF8.self) == nil {
      return "what is not UTF-8 names no encoding"
    }
    // An escape may switch to Japanese when it is read again.
    guard !text.unicodeScalars.contains("\u{1B}") else { return nil }
    let again = try? TextDecoder(maxInputBytes: limit * 4).decode(Array(text.utf8))
    guard let again, again.encoding == nil, again.text.unicodeScalars.elementsEqual(text.unicodeScalars)
    else {
      return "the text reads otherwise when it is dropped again"
    }
    return nil
  }
}
