import Glibc
package import TranscriptorKit

/// A listening socket on 127.0.0.1, on a port that the kernel chose.
package struct GeminiListener {
  package let descriptor: Int32
  package let port: UInt16

  /// Starts listening; whoever holds the value closes the descriptor.
  package init(backlog: Int32) throws(SystemError) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard listener >= 0 else { throw SystemError("open", "a socket", code: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    var length = size
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard bind(listener, address, size) == 0, listen(listener, backlog) == 0 else { return errno }
        return getsockname(listener, address, &length) == 0 ? 0 : errno
      }
    }
    guard code == 0 else {
      close(listener)
      throw SystemError("listen on", "127.0.0.1", code: code)
    }
    descriptor = listener
    port = UInt16(bigEndian: address.sin_port)
  }
}
