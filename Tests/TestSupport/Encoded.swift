import CLinux
import Glibc

extension String {
  /// The text in another encoding, by its name in iconv(3); nil where the encoding lacks one of its characters.
  package func encoded(_ name: String) -> [UInt8]? {
    let descriptor = iconv_open(name, "UTF-8")
    guard UInt(bitPattern: descriptor) != .max else { return nil }
    defer { iconv_close(descriptor) }
    var input = utf8.map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: input.count * 4 + 16)
    let count: Int? = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var from = input.baseAddress
        var left = input.count
        var to = output.baseAddress
        var room = output.count
        guard iconv(descriptor, &from, &left, &to, &room) == 0 else { return nil }
        guard iconv(descriptor, nil, nil, &to, &room) == 0 else { return nil }
        return output.count - room
      }
    }
    return count.map { output[..<$0].map { UInt8(bitPattern: $0) } }
  }
}
