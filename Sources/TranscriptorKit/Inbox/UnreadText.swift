import Glibc

/// A text that could not be read now, though it may be later: a busy share, a lease, a disk that stumbles.
///
/// The file then lies where it was.
struct UnreadText: Error {
  let error: SystemError
}

extension SystemError {
  /// Whether waiting may help where a file could not be read.
  var mayPass: Bool {
    [EAGAIN, EBUSY, EINTR, EIO, EMFILE, ENFILE, ENOMEM, ENXIO, ESTALE, ETIMEDOUT, ETXTBSY].contains(code)
  }
}
