import CLinux
import Glibc

/// Decodes bytes with the C library's converter (iconv(3)), strictly: what is not assigned is never replaced.
struct CharacterConverter: ~Copyable {
  private let descriptor: iconv_t

  /// The converter of an encoding by iconv's own name for it; nil where this machine has none.
  init?(_ name: String) {
    // An empty name means the locale's encoding, and what follows a slash loosens the conversion.
    guard !name.isEmpty, name.utf8.allSatisfy(\.isEncodingNamePart) else { return nil }
    let descriptor = iconv_open("UTF-8", name)
    // (iconv_t)-1 is the answer where there is no such converter.
    guard UInt(bitPattern: descriptor) != .max, let descriptor else { return nil }
    self.descriptor = descriptor
  }

  deinit { iconv_close(descriptor) }

  /// Decodes a whole text; nil where any of it is malformed or not assigned.
  ///
  /// - Parameter isCut: Whether the bytes are the beginning of more, so that half a character at their end is left out.
  func decode(_ bytes: some Collection<UInt8>, isCut: Bool = false) -> String? {
    var input = bytes.map { CChar(bitPattern: $0) }
    // Few encodings make more than three bytes of UTF-8 out of one byte.
    var room = input.count * 3 + 16
    while true {
      do {
        return try decode(&input, isCut: isCut, room: room)
      } catch {
        room *= 2
      }
    }
  }

  /// Thrown where the text takes more room than it was given.
  private struct TooLittleRoom: Error {}

  private func decode(
    _ input: inout [CChar], isCut: Bool, room: Int
  ) throws(TooLittleRoom) -> String? {
    iconv(descriptor, nil, nil, nil, nil)
    var output = [CChar](repeating: 0, count: room)
    var isTooLittle = false
    let count: Int? = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var from = input.baseAddress
        var left = input.count
        var to = output.baseAddress
        var room = output.count
        let replaced = iconv(descriptor, &from, &left, &to, &room)
        if replaced == .max {
          isTooLittle = errno == E2BIG
          guard isCut, errno == EINVAL else { return nil }
        } else if replaced != 0 {
          return nil
        }
        guard iconv(descriptor, nil, nil, &to, &room) != .max else {
          isTooLittle = errno == E2BIG
          return nil
        }
        return output.count - room
      }
    }
    if isTooLittle { throw TooLittleRoom() }
    guard let count else { return nil }
    return String(validating: output[..<count].lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension UInt8 {
  /// A character that names of encodings are made of; none of them means anything else to iconv.
  fileprivate var isEncodingNamePart: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "+"): true
    default: false
    }
  }
}
