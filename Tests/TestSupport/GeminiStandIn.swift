import Glibc
import TranscriptorKit

/// A server on loopback that behaves as Gemini's REST interface is documented to, and misbehaves on request.
///
/// It speaks HTTP/1.1 with a thread for each connection, refuses what Gemini would refuse, and counts what it was
/// asked. Programs that a test starts can use it too: pass them `baseURL`.
public final class GeminiStandIn: Sendable {
  /// The key that it accepts unless it was made with another.
  public static let key = "AQ.stand-in-key-0123456789"

  private struct State {
    var exchanges: [GeminiExchange] = []
    var faults: [String] = []
    var scripts: [String: [GeminiReaction]] = [:]
    var common: [GeminiReaction] = []
    var always: GeminiReaction?
    var delay: ClosedRange<Duration> = .zero ... .zero
    var inHand = 0
    var peak = 0
    var connections: Set<Int32> = []
    var accepted = 0
    var isStopped = false
  }

  /// The address, without a slash at its end.
  public let baseURL: String
  private let key: String?
  private let listener: Int32
  private let state = Guarded(State())

  /// Starts listening on a port that is free.
  /// - Parameter key: The key that is accepted; nil for any.
  public init(key: String? = GeminiStandIn.key) throws {
    self.key = key
    let loopback = try GeminiListener(backlog: 512)
    listener = loopback.descriptor
    baseURL = "http://127.0.0.1:\(loopback.port)"
    let listener = listener
    try WorkerThread.start { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        if connection < 0 { if errno == EINTR || errno == ECONNABORTED { continue } else { break } }
        guard let self, self.admit(connection) else {
          close(connection)
          break
        }
      }
      close(listener)
    }
  }

  deinit { stop() }

  /// Closes every connection and accepts no more.
  public func stop() {
    state.withLock { state in
      guard !state.isStopped else { return }
      state.isStopped = true
      // Ends the waits in accept and recv; their threads then close the descriptors.
      shutdown(listener, Int32(SHUT_RDWR))
      for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
    }
  }

  /// Sets what happens to the next requests for a text, one reaction each; nil means for any text.
  ///
  /// Reactions for a text go first; after the last one the default holds again.
  public func script(_ reactions: [GeminiReaction], for text: String? = nil) {
    state.withLock { state in
      if let text { state.scripts[text, default: []] += reactions } else { state.common += reactions }
    }
  }

  /// Sets what happens where no script says otherwise; nil for a plausible record.
  public func always(_ reaction: GeminiReaction?) { state.withLock { $0.always = reaction } }

  /// Sets how long each answer takes, at random within the range.
  public func delay(_ range: ClosedRange<Duration>) { state.withLock { $0.delay = range } }

  /// Sets how long each answer takes.
  public func delay(_ duration: Duration) { delay(duration...duration) }

  /// Everything that was asked, in the order of arrival.
  public var exchanges: [GeminiExchange] { state.withLock { $0.exchanges } }
  /// What was refused because Gemini would refuse it.
  public var faults: [String] { state.withLock { $0.faults } }
  /// How many requests came.
  public var requestCount: Int { state.withLock { $0.exchanges.count } }
  /// The most requests that were in hand at one time.
  public var peakConcurrency: Int { state.withLock { $0.peak } }
  /// How many connections were made.
  public var connectionsAccepted: Int { state.withLock { $0.accepted } }

  /// How many requests came for a text.
  public func requests(for text: String) -> Int { exchanges.count { $0.text == text } }

  /// Waits until so many requests came; false where they don't in time.
  public func waits(forRequests count: Int) async -> Bool {
    await eventually { requestCount >= count }
  }

  private func admit(_ descriptor: Int32) -> Bool {
    let isOpen = state.withLock { state in
      guard !state.isStopped else { return false }
      state.accepted += 1
      state.connections.insert(descriptor)
      return true
    }
    guard isOpen else { return false }
    do throws(SystemError) {
      try WorkerThread.start { [self] in
        serve(descriptor)
        // Also where a child process inherited the socket, the client sees the end.
        shutdown(descriptor, Int32(SHUT_RDWR))
        state.withLock { state in
          state.connections.remove(descriptor)
          close(descriptor)
        }
      }
      return true
    } catch { return false }
  }

  private func serve(_ descriptor: Int32) {
    var connection = GeminiConnection(descriptor)
    while let exchange = connection.next() {
      let (reaction, delay) = take(exchange)
      let goesOn = react(reaction, to: exchange, on: &connection, after: delay)
      state.withLock { $0.inHand -= 1 }
      guard goesOn else { return }
    }
  }

  /// Notes a request and chooses what becomes of it.
  private func take(_ exchange: GeminiExchange) -> (GeminiReaction, Duration) {
    let fault = GeminiRequestCheck.fault(in: exchange)
    return state.withLock { state in
      state.exchanges.append(exchange)
      state.inHand += 1
      state.peak = max(state.peak, state.inHand)
      let delay =
        state.delay.lowerBound + (state.delay.upperBound - state.delay.lowerBound) * Double.random(in: 0...1)
      if let key, exchange.headers["x-goog-api-key"] != key { return (Self.wrongKey, delay) }
      if let fault {
        state.faults.append(fault)
        return (.fail(400, "INVALID_ARGUMENT", JSONValue.string(fault).unquoted), delay)
      }
      if let text = exchange.text, let first = state.scripts[text]?.first {
        state.scripts[text]?.removeFirst()
        return (first, delay)
      }
      if !state.common.isEmpty { return (state.common.removeFirst(), delay) }
      return (state.always ?? .answer, delay)
    }
  }

  private static let wrongKey = GeminiReaction.fail(
    400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.",
    details: #"{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID"}"#)

  /// Carries a reaction out; false where the connection is to be closed.
  private func react(
    _ reaction: GeminiReaction, to exchange: GeminiExchange, on connection: inout GeminiConnection,
    after delay: Duration
  ) -> Bool {
    let (seconds, attoseconds) = delay.components
    if delay > .zero { usleep(UInt32(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)) }
    let text = exchange.text ?? ""
    func record(_ said: String) -> String { GeminiRecord.response(saying: said, model: exchange.model ?? "") }
    switch reaction {
    case .answer:
      connection.reply(status: 200, headers: [], body: record(GeminiRecord.json(for: text)))
    case .say(let said): connection.reply(status: 200, headers: [], body: record(said))
    case .reply(let status, let body, let headers):
      connection.reply(status: status, headers: headers, body: body)
    case .cut:
      connection.reply(status: 200, headers: [], body: record(GeminiRecord.json(for: text)), cut: true)
      return false
    case .drop: return false
    case .hang:
      connection.waitForClose()
      return false
    }
    return true
  }
}

extension JSONValue {
  /// A text as it stands between the quotation marks.
  fileprivate var unquoted: String { String(compact.dropFirst().dropLast()) }
}
