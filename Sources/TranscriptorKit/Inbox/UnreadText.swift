/// A text that could not be read now, though it may be later: a busy share, a lease, a disk that stumbles.
///
/// The file then lies where it was.
struct UnreadText: Error {
  let error: SystemError
}
