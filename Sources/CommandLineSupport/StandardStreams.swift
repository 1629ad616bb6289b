import Glibc
package import TranscriptorKit

/// Nobody reads standard output any more, which is no fault: the program stops quietly.
package struct ReaderGone: Error {}

/// The three descriptors that a program is started with.
package enum StandardStreams {
  /// Makes the program's own use of the standard streams safe, whoever started it; to be called first.
  ///
  /// A stream that is closed gets a stand-in that fails as a closed one does. Else the next file that is opened would
  /// take its number, and what is meant for people would be written into a database. A reader that goes away no
  /// longer ends the program by SIGPIPE; the write fails instead.
  package static func prepare() {
    for (descriptor, flags) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ]
    where fcntl(descriptor, F_GETFD) == -1 {
      // open(2) takes the lowest free number, which is this one.
      _ = open("/dev/null", flags)
    }
    signal(SIGPIPE, SIG_IGN)
    // Swift's runtime takes it for a crash, reports that, and goes on.
    signal(SIGQUIT, SIG_DFL)
    // A mask that takes rights from the user alone would lock the program out of what it makes.
    _ = umask(umask(0o777) & 0o077)
    raiseFileLimit()
  }

  /// Lets the program keep as many files open as the system grants: 256 texts at once need more than the usual 1024.
  private static func raiseFileLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// Writes a text to standard output, all of it.
  ///
  /// - Throws: `ReaderGone`, or `SystemError` where it can't be written.
  package static func print(_ text: String) throws {
    do {
      try write(Array(text.utf8), to: STDOUT_FILENO)
    } catch  where error.code == EPIPE {
      throw ReaderGone()
    }
  }

  /// Writes a JSON value to standard output: over several lines, with a line break at its end.
  ///
  /// Characters that a terminal could take for commands, or that change the direction of writing, are written as
  /// JSON's own escapes; to a parser the value is the same.
  package static func print(_ value: JSONValue) throws {
    try print(value.pretty.escapedForTerminal)
  }

  /// Fails at once where nothing can be written to standard output, before work is spent on what would be lost.
  package static func requireOutput() throws(SystemError) {
    var nothing: UInt8 = 0
    guard Glibc.write(STDOUT_FILENO, &nothing, 0) == 0 else {
      throw SystemError("write", "standard output", code: errno)
    }
  }

  /// Reads standard input to its end.
  ///
  /// - Parameter limit: At most this many bytes; one more is read where there are more, so that the caller sees it.
  package static func read(limit: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemError("read", "standard input", code: errno) }
      if count == 0 { break }
      bytes.append(contentsOf: buffer[..<count].prefix(limit + 1 - bytes.count))
    }
    return bytes
  }

  /// Whether standard output is a terminal.
  package static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// How many columns the terminal on standard output has; nil where it is none.
  package static var outputColumns: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Replaces the terminal's current line on standard error (ECMA-48: carriage return, erase in line).
  package static func draw(_ line: String) { try? write(Array("\r\u{1B}[K\(line)".utf8), to: STDERR_FILENO) }

  /// Ends the terminal's current line on standard error.
  package static func endLine() { try? write([0x0A], to: STDERR_FILENO) }

  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw SystemError("write", "standard output", code: count == 0 ? ENOSPC : errno)
      }
      rest = rest.dropFirst(count)
    }
  }
}
