import Glibc
import Testing

@testable import TranscriptorKit

@Suite("Turns of waiting texts")
struct TurnOrderTests {
  private func order(_ count: Int) -> [Int] {
    let entries = (0..<count).map { number in
      InboxEntry(path: RelativePath(FileName("\(number)")), status: FileStatus(stat()))
    }
    return TurnOrder.ordered(entries).compactMap { Int($0.path.text) }
  }

  @Test("The text that waits longest comes first, and every fourth turn is the newest one's")
  func turns() {
    #expect(order(10) == [0, 1, 2, 9, 3, 4, 5, 8, 6, 7])
    #expect(order(4) == [0, 1, 2, 3])
    #expect(order(0) == [])
    #expect(Set(order(1000)).count == 1000)
  }
}
