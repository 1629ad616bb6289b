import CommandLineSupport
import Glibc
import TranscriptorKit

/// Reads a line that nobody should see over a shoulder.
enum SecretInput {
  private static let limit = 1 << 12

  /// The first line of standard input; on a terminal it is asked for, and not shown while it is typed.
  static func line(prompt: String) throws -> String {
    guard isatty(STDIN_FILENO) == 1 else { return try readLine() }
    return try HiddenTyping.run {
      _ = Glibc.write(STDERR_FILENO, prompt, prompt.utf8.count)
      defer { _ = Glibc.write(STDERR_FILENO, "\n", 1) }
      return try readLine()
    }
  }

  /// Byte by byte, so that nothing beyond the line is taken from whoever reads next.
  private static func readLine() throws -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count < limit {
      let count = Glibc.read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemError("read", "standard input", code: errno) }
      if count == 0 || byte == 0x0A { break }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Keeps a terminal from showing what is typed, and gives it back as it was, also where a signal ends the program.
private enum HiddenTyping {
  // A signal's handler can be given nothing; it reads this, which is set once before the handler is.
  nonisolated(unsafe) private static var before = termios()
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  static func run<Answer>(_ body: () throws -> Answer) throws -> Answer {
    guard tcgetattr(STDIN_FILENO, &before) == 0 else {
      throw SystemError("read", "the terminal", code: errno)
    }
    for number in signals {
      signal(number) { number in
        // Both calls may be made in a handler (signal-safety(7)); the second ends the program once this returns.
        tcsetattr(STDIN_FILENO, TCSANOW, &HiddenTyping.before)
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
      for number in signals { signal(number, SIG_DFL) }
    }
    var hidden = before
    hidden.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
    return try body()
  }
}
