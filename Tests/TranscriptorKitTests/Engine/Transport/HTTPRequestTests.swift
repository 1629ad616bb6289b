import Testing

@testable import TranscriptorKit

@Suite("An HTTP request")
struct HTTPRequestTests {
  @Test("shows neither headers nor query nor body, however it is printed")
  func secrets() {
    let request = HTTPRequest(
      .post, "https://a.example/v1?key=s3cret", headers: [HTTPHeader("k", "s3cret")],
      body: Array("s3cret".utf8))
    var dumped = ""
    dump(request, to: &dumped)
    for text in ["\(request)", String(reflecting: request), dumped] { #expect(!text.contains("s3cret")) }
    #expect("\(request)" == "POST https://a.example/v1")
  }
}
