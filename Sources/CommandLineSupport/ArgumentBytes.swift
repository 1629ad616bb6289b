import Glibc

/// The words of the command line as the kernel gave them.
///
/// Linux promises no encoding: as text, a word would have lost the bytes that are not UTF-8.
package enum ArgumentBytes {
  /// The bytes of a word, counted from the first after the program's name.
  package static func word(_ index: Int) -> [UInt8] {
    guard index + 1 < CommandLine.argc, let word = CommandLine.unsafeArgv[index + 1] else { return [] }
    return UnsafeBufferPointer(start: word, count: strlen(word)).map(UInt8.init(bitPattern:))
  }
}
