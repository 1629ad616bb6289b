import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("The HTTP client")
struct HTTPClientTests {
  private let client = HTTPClient()

  private func request(_ server: GeminiStandIn, text: String) -> HTTPRequest {
    var request = HTTPRequest(.post, server.baseURL + "/v1beta/models/m:generateContent")
    request.headers = [
      HTTPHeader("Content-Type", "application/json"), HTTPHeader("x-goog-api-key", GeminiStandIn.key),
    ]
    let body: JSONValue = [
      "contents": [["role": "user", "parts": [["text": .string(text)]]]],
      "generationConfig": ["responseMimeType": "application/json", "responseJsonSchema": ["type": "object"]],
    ]
    request.body = Array(body.compact.utf8)
    return request
  }

  @Test("brings back status, headers and body")
  func roundTrip() async throws {
    let server = try GeminiStandIn()
    defer { server.stop() }
    server.script([
      .reply(status: 418, body: "short and stout", headers: ["X-Pot: tea ", "Content-Type: text/plain"])
    ])
    let response = try await client.send(request(server, text: "x"))
    #expect(response.status == 418)
    #expect(response.header("x-pot") == "tea")
    #expect(String(decoding: response.body, as: UTF8.self) == "short and stout")
    #expect(server.faults.isEmpty)
  }

  @Test("keeps connections open and makes no more than there are requests at once")
  func keepsConnections() async throws {
    let server = try GeminiStandIn()
    defer { server.stop() }
    for _ in 0..<5 { _ = try await client.send(request(server, text: "x")) }
    #expect(server.connectionsAccepted == 1)
    #expect(server.requestCount == 5)
  }

  @Test("has no request wait for the answer to another, not even to the first of all")
  func together() async throws {
    let server = try GeminiStandIn()
    defer { server.stop() }
    server.always(.hang)
    let requests = Task {
      await withTaskGroup { group in
        for number in 1...4 {
          group.addTask { _ = try? await client.send(request(server, text: "text \(number)")) }
        }
      }
    }
    #expect(await server.waits(forRequests: 4))
    requests.cancel()
    await requests.value
  }

  @Test("carries a body of two megabytes without waiting for leave to send it")
  func largeBody() async throws {
    let server = try GeminiStandIn()
    defer { server.stop() }
    var request = request(server, text: "x")
    request.body = [UInt8](repeating: UInt8(ascii: " "), count: 2 << 20) + request.body
    #expect(try await client.send(request).status == 200)
    #expect(server.exchanges.first?.body.count == request.body.count)
    #expect(server.exchanges.first?.headers["expect"] == nil)
  }

  @Test("does not follow a redirect, so that a key stays with its host")
  func redirect() async throws {
    let (server, other) = (try GeminiStandIn(), try GeminiStandIn())
    defer {
      server.stop()
      other.stop()
    }
    server.script([.reply(status: 307, body: "", headers: ["Location: \(other.baseURL)/"])])
    #expect(try await client.send(request(server, text: "x")).status == 307)
    #expect(other.requestCount == 0)
  }

  @Test("reaches this machine without the proxy that the environment names")
  func proxy() async throws {
    // In a process of its own, since the environment is shared.
    await #expect(processExitsWith: .success) {
      setenv("http_proxy", "http://127.0.0.1:1", 1)
      let server = try GeminiStandIn()
      _ = try await HTTPClient().send(HTTPRequest(.get, server.baseURL + "/"))
      let error = await #expect(throws: TransportError.self) {
        try await HTTPClient().send(HTTPRequest(.get, "http://name.invalid/"))
      }
      #expect(error?.name == "CURLE_COULDNT_CONNECT", "any other host is asked for through the proxy")
    }
  }

  @Test("refuses other protocols than http and https", arguments: ["file:///etc/passwd", "ftp://127.0.0.1/"])
  func protocols(url: String) async throws {
    let error = await #expect(throws: TransportError.self) { try await client.send(HTTPRequest(.get, url)) }
    #expect(error?.name == "CURLE_UNSUPPORTED_PROTOCOL")
    #expect(error?.isWorthRetry == false)
  }

  @Test("gives up an answer that is larger than allowed")
  func responseLimit() async throws {
    let server = try GeminiStandIn()
    defer { server.stop() }
    server.script([.reply(status: 200, body: String(repeating: "x", count: 10_001))])
    var request = request(server, text: "x")
    request.responseLimit = 10_000
    let error = await #expect(throws: TransportError.self) { try await client.send(request) }
    #expect(error?.name == "CURLE_FILESIZE_EXCEEDED")
    #expect(error?.isWorthRetry == false)
  }

  @Test("reports a body that was cut off as a fault that is worth a retry on a new connection")
  func truncatedBody() async throws {
    let server = try GeminiStandIn()
    defer { server.stop() }
    server.script([.cut])
    let error = await #expect(throws: TransportError.self) {
      try await client.send(request(server, text: "x"))
    }
    #expect(error?.name == "CURLE_PARTIAL_FILE")
    #expect(error?.isWorthRetry == true)
    #expect(error?.mayBeDeadConnection == true)
  }

  @Test("makes a new connection where that is asked for")
  func freshConnection() async throws {
    let server = try GeminiStandIn()
    defer { server.stop() }
    var request = request(server, text: "x")
    _ = try await client.send(request)
    request.needsFreshConnection = true
    _ = try await client.send(request)
    #expect(server.connectionsAccepted == 2)
  }

  @Test("ends at its time limit")
  func timeLimit() async throws {
    let server = try GeminiStandIn()
    defer { server.stop() }
    server.script([.hang])
    var request = request(server, text: "x")
    request.timeLimit = .milliseconds(100)
    let error = await #expect(throws: TransportError.self) { try await client.send(request) }
    #expect(error?.name == "CURLE_OPERATION_TIMEDOUT")
    #expect(error?.isWorthRetry == true)
  }

  @Test("says that nobody listens")
  func refused() async throws {
    let listener = try GeminiListener(backlog: 1)
    close(listener.descriptor)
    let request = HTTPRequest(.get, "http://127.0.0.1:\(listener.port)/")
    let error = await #expect(throws: TransportError.self) { try await client.send(request) }
    #expect(error?.name == "CURLE_COULDNT_CONNECT")
  }

  @Test("lets go of a silent server on cancellation")
  func cancelWhileWaiting() async throws {
    let server = try GeminiStandIn()
    defer { server.stop() }
    server.script([.hang])
    let request = request(server, text: "x")
    try await expectPromptCancellation(of: request) { #expect(await server.waits(forRequests: 1)) }
    #expect(try await client.send(request).status == 200, "the client goes on")
  }

  @Test("lets go of a connection that is not accepted on cancellation")
  func cancelWhileConnecting() async throws {
    let trap = try ConnectTrap()
    let request = HTTPRequest(.get, "http://127.0.0.1:\(trap.port)/")
    try await expectPromptCancellation(of: request) { try await Task.sleep(for: .milliseconds(100)) }
  }

  @Test("does not begin a request of a task that is cancelled already")
  func cancelledBefore() async throws {
    let server = try GeminiStandIn()
    defer { server.stop() }
    let request = request(server, text: "x")
    let task = Task { [client] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await client.send(request)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(server.requestCount == 0)
  }

  @Test("answers every request once, also where a third of them are cancelled at random")
  func cancelStorm() async throws {
    let server = try GeminiStandIn()
    defer { server.stop() }
    server.delay(.zero ... .milliseconds(20))
    let tasks = (0..<90).map { number in
      let request = request(server, text: "text \(number)")
      return Task { [client] in try await client.send(request).body }
    }
    for (number, task) in tasks.enumerated() where number % 3 == 0 {
      if number % 2 == 0 { try await Task.sleep(for: .milliseconds(1)) }
      task.cancel()
    }
    for (number, task) in tasks.enumerated() {
      let result = await task.result
      if number % 3 == 0 { continue }
      #expect(String(decoding: try result.get(), as: UTF8.self).contains("text \(number)\\\""))
    }
  }

  @Test("answers what is on its way although nobody else holds it")
  func lastReference() async throws {
    let server = try GeminiStandIn()
    defer { server.stop() }
    server.delay(.milliseconds(50))
    let request = request(server, text: "x")
    #expect(try await HTTPClient().send(request).status == 200)
  }

  /// Sends a request that never ends by itself, waits for the sign that it is on its way, and cancels it.
  private func expectPromptCancellation(
    of request: HTTPRequest, after sign: @Sendable () async throws -> Void
  ) async throws {
    let executor = UnsharedExecutor()
    try await withTaskExecutorPreference(executor) {
      let task = Task(executorPreference: executor) { [client] in try await client.send(request) }
      try await sign()
      let begin = ContinuousClock.now
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(ContinuousClock.now - begin < .prompt)
    }
  }
}

/// A port whose queue of connections is full, so that a further one is neither accepted nor refused.
private final class ConnectTrap: Sendable {
  let port: UInt16
  private let descriptors: [Int32]

  init() throws {
    let listener = try GeminiListener(backlog: 0)
    port = listener.port
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = listener.port.bigEndian
    let descriptors = (0..<4).map { _ in
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
      withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          _ = connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      return descriptor
    }
    self.descriptors = descriptors + [listener.descriptor]
  }

  deinit { for descriptor in descriptors { close(descriptor) } }
}
