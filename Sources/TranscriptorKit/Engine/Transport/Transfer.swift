import CCurl

/// One request on its way; lives on the thread that owns the multi handle.
final class Transfer {
  let ticket: Ticket
  let easy: EasyHandle
  private let continuation: CheckedContinuation<HTTPResponse, any Error>
  private let responseLimit: Int
  private var headers: [HTTPHeader] = []
  private var body: [UInt8] = []
  private var isTooLarge = false
  private var headerList: UnsafeMutablePointer<curl_slist>?
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  init(
    _ request: HTTPRequest, ticket: Ticket, on easy: EasyHandle,
    continuation: CheckedContinuation<HTTPResponse, any Error>
  ) throws(TransportError) {
    self.ticket = ticket
    self.easy = easy
    self.continuation = continuation
    responseLimit = request.responseLimit
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    try setUp(request)
    try setUpConnection(request)
    try setUpCallbacks()
  }

  deinit {
    // First, since the handle points into what is freed next.
    easy.reset()
    curl_slist_free_all(headerList)
    errorText.deallocate()
  }

  /// Hands the outcome to the waiting task; to be called once, after libcurl let go of the handle.
  func finish(_ code: CURLcode) {
    if isTooLarge {
      let limit = "the answer is larger than \(responseLimit) bytes"
      continuation.resume(throwing: TransportError(CURLE_FILESIZE_EXCEEDED, message: limit))
    } else if code == CURLE_OK {
      continuation.resume(returning: HTTPResponse(status: easy.status, headers: headers, body: body))
    } else {
      continuation.resume(throwing: TransportError(code, message: String(cString: errorText)))
    }
  }

  /// Tells the waiting task that it was cancelled.
  func cancel() { continuation.resume(throwing: CancellationError()) }

  private func setUp(_ request: HTTPRequest) throws(TransportError) {
    try easy.set(CURLOPT_URL, request.url)
    try easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
    try easy.set(CURLOPT_FOLLOWLOCATION, false)
    try easy.set(CURLOPT_USERAGENT, "transcriptor")
    // Every compression that this libcurl was built with.
    try easy.set(CURLOPT_ACCEPT_ENCODING, "")
    if request.method == .post {
      try easy.set(CURLOPT_POST, true)
      try easy.setBody(request.body)
    }
    // An empty "Expect:" keeps libcurl from asking before it sends a large body, and waiting for permission.
    for header in request.headers.map({ "\($0.name): \($0.value)" }) + ["Expect:"] {
      guard let longer = curl_slist_append(headerList, header) else {
        throw TransportError(CURLE_OUT_OF_MEMORY)
      }
      headerList = longer
    }
    try easy.set(CURLOPT_HTTPHEADER, headerList.map { UnsafeRawPointer($0) })
  }

  private func setUpConnection(_ request: HTTPRequest) throws(TransportError) {
    try easy.set(CURLOPT_NOSIGNAL, true)
    // Lets go of a name look-up at once; libcurl would otherwise wait for it, and every other transfer with it.
    try easy.set(CURLOPT_QUICK_EXIT, true)
    try easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    // Rather share a connection that is being made than open one more. Without TLS, libcurl would learn only from the
    // first answer that it can't be shared, and all others would wait for that one.
    let address = HTTPAddress(request.url)
    try easy.set(CURLOPT_PIPEWAIT, address?.scheme == "https")
    try easy.set(CURLOPT_CONNECTTIMEOUT_MS, request.connectLimit)
    try easy.set(CURLOPT_TIMEOUT_MS, request.timeLimit)
    // Front ends close connections that grow old; this is sooner than they do.
    try easy.set(CURLOPT_MAXLIFETIME_CONN, 600)
    try easy.set(CURLOPT_FRESH_CONNECT, request.needsFreshConnection)
    try easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
    // An empty name means no proxy, whatever the environment says; left alone, libcurl asks the environment.
    if address?.isLoopback == true { try easy.set(CURLOPT_PROXY, "") }
  }

  private func setUpCallbacks() throws(TransportError) {
    let context = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    try easy.set(CURLOPT_ERRORBUFFER, errorText)
    try easy.set(CURLOPT_WRITEDATA, context)
    try easy.set(CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      Transfer.at(context)?.receive(body: UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
    }
    try easy.set(CURLOPT_HEADERDATA, context)
    try easy.set(CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      Transfer.at(context)?.receive(header: UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
    }
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> Transfer? {
    context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Keeps a piece of the body; any other answer than its size makes libcurl give up.
  private func receive(body bytes: UnsafeRawBufferPointer) -> Int {
    guard body.count + bytes.count <= responseLimit else {
      isTooLarge = true
      return 0
    }
    body.append(contentsOf: bytes)
    return bytes.count
  }

  /// Keeps one line of a head; a status line begins a new one, as after an interim answer.
  private func receive(header bytes: UnsafeRawBufferPointer) -> Int {
    let line = String(decoding: bytes, as: UTF8.self)
    if line.hasPrefix("HTTP/") {
      headers = []
    } else if let colon = line.firstIndex(of: ":") {
      let value = line[line.index(after: colon)...].drop(while: \.isWhitespace)
      let end = value.lastIndex { !$0.isWhitespace }
      headers.append(HTTPHeader(String(line[..<colon]), end.map { String(value[...$0]) } ?? ""))
    }
    return bytes.count
  }
}
