import CCurl
import Glibc

/// The thread that owns libcurl's multi handle, and with it every connection.
///
/// Other threads only post commands. Everything that changes is local to `run`, so that nothing but the inbox needs a
/// lock.
final class HTTPLoop: Sendable {
  enum Command: Sendable {
    case start(Ticket, HTTPRequest, CheckedContinuation<HTTPResponse, any Error>)
    case cancel(Ticket)
    /// Ends the thread once nothing is on its way.
    case stop
  }

  private struct Inbox {
    var commands: [Command] = []
    var isClosed = false
  }

  /// What is on its way, and handles that wait to be used again.
  private struct Work {
    var live: [UnsafeMutableRawPointer: Transfer] = [:]
    var idle: [EasyHandle] = []
    var isStopping = false
  }

  private let inbox = Guarded(Inbox())
  // Other threads only call curl_multi_wakeup, which is made for that, and never after the inbox was closed.
  private nonisolated(unsafe) let multi: UnsafeMutableRawPointer

  /// curl_global_init(3), once for the process.
  private static let libraryCode = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

  /// As many connections are kept open as texts can be in hand; libcurl's own bound shrinks with the work.
  private static let connectionsKept = 256

  init() throws(TransportError) {
    guard Self.libraryCode == CURLE_OK else { throw TransportError(Self.libraryCode) }
    guard let multi = curl_multi_init() else { throw TransportError(CURLE_FAILED_INIT) }
    self.multi = multi
    let code = ccurl_multi_long(multi, CURLMOPT_MAXCONNECTS, Self.connectionsKept)
    guard code == CURLM_OK else {
      curl_multi_cleanup(multi)
      throw TransportError(CURLE_FAILED_INIT, message: String(cString: curl_multi_strerror(code)))
    }
    do throws(SystemError) { try WorkerThread.start { self.run() } } catch {
      curl_multi_cleanup(multi)
      throw TransportError(CURLE_FAILED_INIT, message: error.description)
    }
  }

  /// Hands the thread a command, from any thread.
  func post(_ command: Command) {
    let isClosed = inbox.withLock { inbox in
      if inbox.isClosed { return true }
      inbox.commands.append(command)
      // The thread takes all that lie there at once: one call for the first is enough.
      if inbox.commands.count == 1 { curl_multi_wakeup(multi) }
      return false
    }
    if isClosed, case .start(_, _, let continuation) = command {
      continuation.resume(throwing: CancellationError())
    }
  }

  private func run() {
    var work = Work()
    while true {
      for command in takeCommands() { carryOut(command, &work) }
      var running: Int32 = 0
      var code = curl_multi_perform(multi, &running)
      handOver(&work)
      if work.isStopping, work.live.isEmpty { break }
      if code == CURLM_OK { code = curl_multi_poll(multi, nil, 0, 60_000, nil) }
      if code != CURLM_OK { fail(code, &work) }
    }
    inbox.withLock { $0.isClosed = true }
    work.idle.removeAll()
    curl_multi_cleanup(multi)
  }

  private func takeCommands() -> [Command] {
    inbox.withLock { inbox in
      defer { inbox.commands.removeAll() }
      return inbox.commands
    }
  }

  private func carryOut(_ command: Command, _ work: inout Work) {
    switch command {
    case .start(let ticket, let request, let continuation):
      guard !ticket.isCancelled else { return continuation.resume(throwing: CancellationError()) }
      do throws(TransportError) {
        let easy = if let idle = work.idle.popLast() { idle } else { try EasyHandle() }
        let transfer = try Transfer(request, ticket: ticket, on: easy, continuation: continuation)
        let code = curl_multi_add_handle(multi, easy.pointer)
        guard code == CURLM_OK else {
          throw TransportError(CURLE_FAILED_INIT, message: String(cString: curl_multi_strerror(code)))
        }
        work.live[easy.pointer] = transfer
      } catch {
        continuation.resume(throwing: error)
      }
    case .cancel(let ticket):
      guard let transfer = work.live.values.first(where: { $0.ticket === ticket }) else { return }
      // The handle is not used again: its name look-up may go on behind it.
      release(transfer, &work)
      transfer.cancel()
    case .stop:
      work.isStopping = true
    }
  }

  /// Hands every finished transfer to its task.
  private func handOver(_ work: inout Work) {
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let pointer = message.pointee.easy_handle,
        let transfer = work.live[pointer]
      else { continue }
      // Read before the handle is removed, which frees the message.
      let code = message.pointee.data.result
      release(transfer, &work)
      transfer.finish(code)
      if code == CURLE_OK { work.idle.append(transfer.easy) }
    }
  }

  private func release(_ transfer: Transfer, _ work: inout Work) {
    curl_multi_remove_handle(multi, transfer.easy.pointer)
    work.live[transfer.easy.pointer] = nil
  }

  /// Gives up all transfers where the multi handle itself fails, which only a lack of memory or files explains.
  private func fail(_ code: CURLMcode, _ work: inout Work) {
    for transfer in work.live.values {
      release(transfer, &work)
      transfer.finish(CURLE_FAILED_INIT)
    }
    // The lack lasts for a while; the pause keeps the thread from turning in the meantime.
    usleep(100_000)
  }
}
