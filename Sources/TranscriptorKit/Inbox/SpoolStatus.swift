import FoundationEssentials
import Glibc

/// What a group holds at the moment, as somebody sees it who only looks.
package struct SpoolStatus: Equatable, Sendable {
  /// An entry of the inbox that is not taken.
  package struct Held: Equatable, Sendable {
    /// Where it lies below the inbox.
    package let name: String
    /// Why it is not taken.
    package let rule: String
  }

  /// Texts in the inbox that wait for their turn, or to be settled, and those that an ended process left to be taken up.
  package private(set) var waiting = 0
  /// Texts that living processes work on.
  package private(set) var inHand = 0
  /// Entries of the inbox that are not taken.
  package private(set) var held: [Held] = []
  /// Texts that were put aside with an error.
  package private(set) var failed = 0
  /// Whether other machines may have a hand in the inbox, of which the kernel here tells nothing.
  package private(set) var inboxIsShared = false
  /// Why no text is translated; nil where nothing is known to be wrong.
  package var pause: PauseRecord?

  /// Looks at a group without changing anything; one that is not there yet is empty.
  ///
  /// - Parameter heldNames: Names that the user wants left alone.
  /// - Throws: `SystemError`, or `TranslationTrouble` of kind set-up where the group was there before and is gone, or
  ///   belongs to somebody else.
  package init(_ group: AppGroup, heldNames: [NamePattern] = []) throws {
    guard let sight = try GroupSight(of: group) else { return }
    let root = sight.root
    do { try GroupFolders.requireOwn(root) } catch let trouble as TranslationTrouble {
      pause = PauseRecord(trouble: trouble, until: nil)
    }
    if let inbox = sight.inbox {
      let terms = ScanTerms(heldNames: heldNames, limit: 1, results: sight.results)
      let scan = try InboxScan(of: inbox, claimedInto: sight.work, terms)
      waiting = scan.count
      inboxIsShared = FileSystemType(of: inbox).isShared
      held = scan.held.sorted { $0.path < $1.path }.map {
        Held(name: $0.path.text, rule: $0.reason.description)
      }
    }
    if let work = sight.work {
      let claims = try Self.claims(in: work)
      inHand = claims.inHand
      waiting += claims.left
      held += try WorkElsewhere(in: work).texts().map {
        Held(name: $0.text, rule: HoldReason.elsewhere.description)
      }
    }
    if let folder = try root.directoryIfThere([GroupFolders.failedName]) {
      failed = try Self.errors(in: folder)
    }
    guard pause == nil, try root.status(of: Spool.pauseName) != nil else { return }
    let bytes = try root.read(Spool.pauseName, limit: 1 << 16).bytes
    pause = try? JSONDecoder().decode(PauseRecord.self, from: Data(bytes))
    // What was to be over by now is known to be so only once a text is tried, and nobody waits for it any more.
    // One that lies further ahead than any pause lasts was kept before the clock was set back.
    let left = pause?.until.flatMap(Date.init(utc:))?.timeIntervalSinceNow
    if let left, left < 0 || left > QueueGate.longestHint / .seconds(1) + 1 { pause = nil }
  }

  /// How many texts living processes have in hand, and dead ones left.
  private static func claims(in work: Directory) throws(SystemError) -> (inHand: Int, left: Int) {
    let reach = try LockReach(in: work)
    var claims = (inHand: 0, left: 0)
    for name in try WorkArea.allNames(in: work) where reach.decides(on: name) {
      guard let folder = try work.directoryIfThere([name]) else { continue }
      let count = try folder.entries().count { ClaimState.reading($0) != nil }
      if try FileLock.isHeld(WorkArea.lockName(of: name), in: work) {
        claims.inHand += count
      } else {
        claims.left += count
      }
    }
    return claims
  }

  private static func errors(in folder: Directory) throws(SystemError) -> Int {
    var count = 0
    for name in try folder.entries() {
      guard let status = try folder.status(of: name) else { continue }
      if status.kind == .directory {
        count += try errors(in: folder.directory(name))
      } else if name.text.hasSuffix(".error.json") {
        count += 1
      }
    }
    return count
  }
}
