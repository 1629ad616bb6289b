import Glibc
import TestSupport

@testable import TranscriptorKit

/// A group with its folders open, and a process's own part of the working area, for tests of single steps.
final class ClaimStage {
  let stage: SpoolStage
  let probe: DiskProbe
  let folders: GroupFolders
  /// Nil once the process is dead.
  private(set) var liveArea: WorkArea?
  /// The folder that the process's claims lie in.
  let run: Directory
  /// The results that were handed to the history.
  let recorded = Guarded<[String]>([])

  init(_ probe: DiskProbe = DiskProbe(), in stage: SpoolStage = SpoolStage()) throws {
    self.stage = stage
    self.probe = probe
    folders = try GroupFolders(stage.group, hook: probe.hook)
    let area = try WorkArea(in: folders.work)
    liveArea = area
    run = area.directory
  }

  var area: WorkArea {
    guard let liveArea else { preconditionFailure("the process is dead") }
    return liveArea
  }

  /// Ends the process as a kill would: its lock is free, and nothing is put in order.
  func die() { liveArea = nil }

  /// What a look at the inbox tells of a file.
  func entry(_ path: String) throws -> InboxEntry {
    let scan = try InboxScan(of: folders.inbox)
    guard let entry = scan.entries.first(where: { $0.path.text == path }) else {
      throw SystemError("find", path, code: ENOENT)
    }
    return entry
  }

  /// Drops a text and claims it.
  func claim(_ path: String, _ text: String = "text") throws -> Claim {
    try stage.drop(path, text)
    guard let claim = try Claimer(inbox: folders.inbox, area: area).claim(entry(path)) else {
      throw SystemError("claim", path, code: ENOENT)
    }
    return claim
  }

  func item(_ claim: Claim, _ outcome: TextOutcome?, _ state: ClaimState = .claimed) -> Settlement.Item {
    Settlement.Item(claim: claim, run: run, state: state, outcome: outcome)
  }

  func staging(_ claim: Claim) -> Staging { Staging(claim: claim, run: run) }

  func settlement(_ originals: OriginalsPolicy = .keep) -> Settlement {
    Settlement(folders: folders, originals: originals) { [recorded] results in
      recorded.withLock { $0 += results.map(\.claim) }
    }
  }

  /// A result of a text, as it is handed to a settlement.
  static func translated(_ text: String = "text") -> TextOutcome { .translated(Samples.result(text)) }

  static func refused(_ identifier: String) -> TextOutcome {
    .refused(
      TranslationFailure(
        clientIdentifier: identifier, code: .blocked, message: "Refused.", hint: "Change it.", attempts: 1,
        failedAt: Samples.date))
  }

  /// Keeps an outcome in a claim as a process does that dies directly after.
  func keep(_ outcome: TextOutcome, in claim: Claim) throws {
    let destination = outcome.state == .refused ? folders.failed : folders.outbox
    _ = try staging(claim).write(outcome, destination: destination)
    try run.move(
      ClaimState.claimed.folderName(number: claim.number),
      to: outcome.state.folderName(number: claim.number))
  }
}
