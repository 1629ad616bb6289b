@preconcurrency import Dispatch
import Glibc

/// Wakes a watcher when something appears in the folders that it looked into last (inotify(7)).
///
/// An event says only that a look is worth it. What there is, the look finds out, and it would do so without events
/// too: where the file system has none, where the kernel has no watch left or its queue ran over, and where there are
/// more folders than are watched.
final class FolderEvents: Sendable {
  /// At most so many folders are watched, the inbox before its sub-folders: the kernel has a limit for each user, which
  /// all programs share.
  static let mostFolders = 256

  private struct State {
    var watches: Set<Int32> = []
    var current: Set<Int32> = []
    var hasNews = false
  }

  private let descriptor: Int32
  private let source: any DispatchSourceRead
  private let state: Guarded<State>

  /// Begins without a folder; nil where the kernel has no events to give.
  /// - Parameter wake: Is called, on any thread, after something happened.
  init?(wake: @escaping @Sendable () -> Void) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    let state = Guarded(State())
    let source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor, queue: DispatchQueue(label: "transcriptor.events"))
    source.setEventHandler { @Sendable in
      Self.drain(descriptor)
      state.withLock { $0.hasNews = true }
      wake()
    }
    source.setCancelHandler { @Sendable in close(descriptor) }
    source.resume()
    self.descriptor = descriptor
    self.source = source
    self.state = state
  }

  deinit { source.cancel() }

  /// Whether anything happened since this was asked last.
  func takeNews() -> Bool {
    state.withLock { state in
      defer { state.hasNews = false }
      return state.hasNews
    }
  }

  /// How many folders are watched since the last look.
  var count: Int { state.withLock { $0.watches.count } }

  /// Watches a folder of the look that is going on.
  ///
  /// The open folder is watched, not its path, so that no name can lead elsewhere.
  func watch(_ folder: Directory) {
    state.withLock { state in
      guard state.current.count < Self.mostFolders else { return }
      let path = "/proc/self/fd/\(folder.descriptor)"
      let watch = inotify_add_watch(descriptor, path, Self.kinds)
      if watch >= 0 { state.current.insert(watch) }
    }
  }

  /// Ends a look: folders that it did not look into are watched no more.
  func endLook() {
    state.withLock { state in
      for watch in state.watches.subtracting(state.current) { inotify_rm_watch(descriptor, watch) }
      state.watches = state.current
      state.current = []
    }
  }

  /// A name that appears, a writer that ends, and a folder that goes; not each write, of which a file has many.
  private static let kinds = UInt32(IN_CREATE | IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF)

  private static func drain(_ descriptor: Int32) {
    withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { buffer in
      while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}
