import Glibc

/// A name server on loopback that takes queries and answers none.
///
/// It needs root for the port that resolvers ask. A program asks it when it is started through `command`, in a mount
/// namespace of its own where `/etc/resolv.conf` names it.
public final class SilentNameServer: Sendable {
  private static let address = "127.0.0.77"
  private let socket: Int32
  private let folder = TemporaryFolder()

  /// Takes the port.
  ///
  /// - Returns: Nil where this user may not.
  public init?() {
    socket = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = UInt16(53).bigEndian
    inet_pton(AF_INET, Self.address, &place.sin_addr)
    let bound = withUnsafePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard geteuid() == 0, bound == 0 else {
      close(socket)
      return nil
    }
    let file = fopen(folder.path + "/resolv.conf", "w")
    // Who waits for the answer waits for a minute (resolv.conf(5)).
    fputs("nameserver \(Self.address)\noptions timeout:30 attempts:2\n", file)
    fclose(file)
  }

  deinit { close(socket) }

  /// The words that start a program which asks this server.
  public func command(_ program: String, _ arguments: [String]) -> (path: String, arguments: [String]) {
    let mount = "mount --bind \(folder.path)/resolv.conf /etc/resolv.conf && exec \"$@\""
    return ("unshare", ["--mount", "/bin/sh", "-c", mount, "sh", program] + arguments)
  }

  /// Whether a query has come since the last call.
  public func wasAsked() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 512)
    return recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT)) > 0
  }
}
