import Testing

@testable import TranscriptorKit

@Suite("A web address")
struct HTTPAddressTests {
  @Test(
    "is this machine only where it can be nothing else",
    arguments: [
      ("http://localhost:8080", true), ("http://127.0.0.1", true), ("http://127.9.9.9/x", true),
      ("http://[::1]:80/", true), ("http://LOCALHOST/", true), ("http://0x7f000001/", true),
      ("http://localhost.example.com", false), ("http://127.0.0.1.example.com", false),
      ("http://127.example.com", false), ("http://10.0.0.1", false), ("https://example.com", false),
    ])
  func loopback(text: String, isLoopback: Bool) throws {
    #expect(try #require(HTTPAddress(text)).isLoopback == isLoopback)
  }

  @Test(
    "shows user names, queries and fragments",
    arguments: ["https://u:p@a/", "https://a/?k=1", "https://a/#x"])
  func extras(text: String) throws {
    #expect(try #require(HTTPAddress(text)).hasExtras)
  }

  @Test(
    "is nothing but http and https", arguments: ["", "example.com", "ftp://a/", "file:///etc", "https://"])
  func malformed(text: String) { #expect(HTTPAddress(text) == nil) }
}
