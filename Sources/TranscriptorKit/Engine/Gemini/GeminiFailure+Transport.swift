/// Exchanges that brought no answer at all.
extension GeminiFailure {
  /// Puts a fault of the network into words; the answer that is larger than any translation is one of the text's.
  init(_ error: TransportError, host: String, _ words: ServiceWords) {
    let host = words.cleaned(host)
    guard error.name != "CURLE_FILESIZE_EXCEEDED" else {
      self = .unusable(error.message)
      return
    }
    self.init(
      .service(retryAfter: nil),
      "\(host) can't be reached: \(words.cleaned(error.description)).",
      hint: error.name == "CURLE_PEER_FAILED_VERIFICATION"
        ? "Check the clock, the ca-certificates package, and whether the network asks for a sign-in."
        : "Check the network; the text stays queued.",
      repeats: error.isWorthRetry ? .untilLimit : .never,
      remedy: error.mayBeDeadConnection ? .freshConnection : nil)
  }
}
