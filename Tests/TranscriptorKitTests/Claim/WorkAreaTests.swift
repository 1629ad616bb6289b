import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("A process's part of the working area")
struct WorkAreaTests {
  private let own: ClaimStage
  private var work: Directory { own.folders.work }

  init() throws { own = try ClaimStage() }

  @Test("It is a private folder with a lock that is held")
  func makes() throws {
    #expect(try own.area.directory.status().mode == 0o700)
    #expect(try FileLock.isHeld(WorkArea.lockName(of: own.area.name), in: work))
    #expect(try WorkArea.allNames(in: work) == [own.area.name])
  }

  @Test("Two parts of one process are as apart as those of two")
  func two() throws {
    let other = try WorkArea(in: work)
    #expect(other.name != own.area.name)
    #expect(try Set(WorkArea.allNames(in: work)) == [own.area.name, other.name])
  }

  @Test("Closing leaves nothing")
  func close() throws {
    own.area.close()
    #expect(try work.entries() == [])
  }

  @Test("Closing leaves a part with a claim in it, and its lock file, to be taken up")
  func closeWithClaim() throws {
    try own.stage.drop("a.txt", "text")
    _ = try Claimer(inbox: own.folders.inbox, area: own.area).claim(own.entry("a.txt"))
    own.area.close()
    #expect(try work.entries().count == 2)
  }

  @Test("Numbers are never used twice, whoever asks at the same time")
  func numbers() async {
    let area = own.area
    let numbers = await withTaskGroup(of: [Int].self) { group in
      for _ in 1...4 { group.addTask { (1...100).map { _ in area.nextNumber() } } }
      return await group.reduce(into: Set<Int>()) { $0.formUnion($1) }
    }
    #expect(numbers.count == 400)
  }

  @Test("A lock whose folder is not made yet counts as a part")
  func lockAlone() throws {
    try work.write([], to: FileName("run-1-x.lock"))
    #expect(try Set(WorkArea.allNames(in: work)) == [own.area.name, FileName("run-1-x")])
  }

  @Test("A claim's folder is named by number and state, and nothing else is taken for one")
  func states() {
    for state in ClaimState.allCases {
      let read = ClaimState.reading(state.folderName(number: 17))
      #expect(read?.number == 17)
      #expect(read?.state == state)
    }
    for name in ["17", "claimed", "x.claimed", "17.other", ".claimed"] {
      #expect(ClaimState.reading(FileName(name)) == nil)
    }
  }
}
