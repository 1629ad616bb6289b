import Glibc
import Testing

@testable import TranscriptorKit

@Suite("A worker thread")
struct WorkerThreadTests {
  @Test("leaves signals to the main program, but not its own faults")
  func signals() async throws {
    let blocked = try await withCheckedThrowingContinuation { continuation in
      do { try WorkerThread.start { continuation.resume(returning: Self.blockedSignals()) } } catch {
        continuation.resume(throwing: error)
      }
    }
    #expect(blocked.isSuperset(of: [SIGTERM, SIGINT, SIGHUP, SIGCHLD, SIGPIPE, SIGALRM]))
    #expect(blocked.isDisjoint(with: [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT]))
  }

  @Test("does not change the mask of the thread that starts it")
  func mask() throws {
    let before = Self.blockedSignals()
    try WorkerThread.start {}
    #expect(Self.blockedSignals() == before)
  }

  private static func blockedSignals() -> Set<Int32> {
    var action = sigaction()
    pthread_sigmask(SIG_SETMASK, nil, &action.sa_mask)
    return Set((1...31).filter { sigismember(&action.sa_mask, $0) == 1 })
  }
}
