import CommandLineSupport
import FoundationEssentials
import Glibc
import TranscriptorKit

/// A text that somebody hands over: an open file and the name that it should get.
final class HandedText {
  /// The file, at its beginning.
  let descriptor: Int32
  /// What it is called in messages.
  let title: String
  /// The name that it should get in the inbox.
  let name: FileName
  private let isOurs: Bool

  private init(descriptor: Int32, title: String, name: FileName, isOurs: Bool) {
    self.descriptor = descriptor
    self.title = title
    self.name = name
    self.isOurs = isOurs
  }

  deinit { if isOurs { close(descriptor) } }

  /// Standard input, named by the time: `text-2026-11-30T160000.txt`.
  static var standardInput: HandedText {
    let time = WallClock.system.now().utc.filter { $0 != ":" && $0 != "Z" }
    return HandedText(
      descriptor: STDIN_FILENO, title: "standard input", name: FileName("text-\(time).txt"), isOurs: false)
  }

  /// Opens a file that a person named.
  ///
  /// - Throws: `Failure` where it can't be read or is no regular file.
  convenience init(path: [UInt8]) throws(Failure) {
    let title = path.escapedPath
    let last = path.split(separator: UInt8(ascii: "/")).last ?? []
    let file = (path + [0]).withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        // Without O_NONBLOCK a pipe that nobody writes to would be waited for.
        characters.baseAddress.map { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) } ?? -1
      }
    }
    guard file >= 0 else {
      throw Failure(.unreadable, "\(title) can't be read: \(String(cString: strerror(errno))).")
    }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let name = FileName(bytes: last)
    else {
      close(file)
      throw Failure(
        .unreadable, "\(title) is no regular file.", hint: "Hand over files, not folders or devices.")
    }
    self.init(descriptor: file, title: title, name: name, isOurs: true)
  }
}

extension [UInt8] {
  /// A path as text; bytes that are not UTF-8 as `%XX`.
  var escapedPath: String {
    let names = split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return names.map { FileName(bytes: $0)?.text ?? String(decoding: $0, as: UTF8.self) }.joined(
      separator: "/")
  }
}
