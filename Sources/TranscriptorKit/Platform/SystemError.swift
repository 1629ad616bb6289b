import Glibc

/// A system call that failed, in words that a person can act on.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What was attempted, as an infinitive: "open", "rename".
  public let action: String
  /// The file that it was attempted on, printable.
  public let path: String
  /// The error number (errno(3)).
  public let code: Int32

  /// Describes a failed call; `code` is errno, copied directly after the call.
  public init(_ action: String, _ path: String, code: Int32) {
    self.action = action
    self.path = path
    self.code = code
  }

  /// The kernel's own words for the error number.
  public var reason: String { String(cString: strerror(code)) }

  /// One sentence: what could not be done, to which file, and why.
  public var description: String { "can't \(action) \(path): \(reason)" }

  /// Whether a whole disk is at fault rather than one file: it is full, over quota or read-only.
  public var isFullOrReadOnly: Bool { [ENOSPC, EDQUOT, EROFS].contains(code) }

  /// Whether waiting may help where a file could not be read.
  var mayPass: Bool {
    [EAGAIN, EBUSY, EINTR, EIO, EMFILE, ENFILE, ENOMEM, ENXIO, ESTALE, ETIMEDOUT, ETXTBSY].contains(code)
  }
}
