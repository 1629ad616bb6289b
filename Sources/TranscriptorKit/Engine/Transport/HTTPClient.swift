/// Sends requests over HTTP, all through one pool of connections.
///
/// Connections stay open between requests and, over TLS, carry many at once (HTTP/2). Redirects are not followed,
/// cookies and credentials are not kept. A proxy is used where the environment names one (libcurl-env(3)), but never
/// for this machine. Safe to call from many tasks; the caller bounds how many.
package final class HTTPClient: Sendable {
  private let loop: Result<HTTPLoop, TransportError>

  /// Starts the thread that carries requests; where that fails, each request says so.
  package init() {
    do throws(TransportError) { loop = .success(try HTTPLoop()) } catch { loop = .failure(error) }
  }

  deinit { try? loop.get().post(.stop) }

  /// Sends a request and waits for the whole answer, whatever its status.
  ///
  /// Where an open connection turns out dead before a byte of the answer came, libcurl itself repeats the request on
  /// another one.
  /// - Throws: `TransportError` where no complete answer came; `CancellationError` within milliseconds after the task
  ///   was cancelled.
  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    // The thread ends with the client, which must therefore outlive its requests.
    defer { withExtendedLifetime(self) {} }
    let loop = try loop.get()
    let ticket = Ticket()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { loop.post(.start(ticket, request, $0)) }
    } onCancel: {
      ticket.cancel()
      loop.post(.cancel(ticket))
    }
  }
}
