import Glibc

/// One accepted connection of the stand-in: reads requests and writes answers, blocking, on a thread of its own.
struct GeminiConnection {
  let descriptor: Int32
  private var buffer: [UInt8] = []

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// The next request; nil where the client closed the connection.
  mutating func next() -> GeminiExchange? {
    let blank = Array("\r\n\r\n".utf8)
    var end = buffer.firstRange(of: blank)
    while end == nil {
      guard fill() else { return nil }
      end = buffer.firstRange(of: blank)
    }
    guard let end else { return nil }
    let lines = String(decoding: buffer[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
    buffer.removeFirst(end.upperBound)

    var exchange = GeminiExchange()
    let words = (lines.first ?? "").split(separator: " ")
    guard words.count == 3 else { return nil }
    (exchange.method, exchange.path) = (String(words[0]), String(words[1]))
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      exchange.headers[line[..<colon].lowercased()] = String(value)
    }
    let length = exchange.headers["content-length"].flatMap { Int($0) } ?? 0
    while buffer.count < length { guard fill() else { return nil } }
    exchange.body = Array(buffer.prefix(length))
    buffer.removeFirst(length)
    return exchange
  }

  /// Writes an answer; with `cut`, half of its body.
  func reply(status: Int, headers: [String], body: String, cut: Bool = false) {
    var lines = ["HTTP/1.1 \(status) Stand-in", "Content-Length: \(body.utf8.count)"] + headers
    if !headers.contains(where: { $0.lowercased().hasPrefix("content-type") }) {
      lines.append("Content-Type: application/json; charset=UTF-8")
    }
    let head = lines.joined(separator: "\r\n") + "\r\n\r\n"
    write(Array(head.utf8) + body.utf8.prefix(cut ? body.utf8.count / 2 : body.utf8.count))
  }

  /// Waits until the client closes the connection.
  mutating func waitForClose() { while fill() {} }

  private mutating func fill() -> Bool {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = piece.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
    guard count > 0 else { return false }
    buffer += piece[..<count]
    return true
  }

  private func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
