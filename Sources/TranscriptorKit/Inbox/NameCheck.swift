import FoundationEssentials
import Glibc

/// Says whether a file of a name would be taken from the inbox, whether it is there or not.
package struct NameCheck: Equatable, Sendable {
  /// What would become of the file.
  package enum Verdict: Equatable, Sendable {
    /// It is taken as soon as somebody works on the inbox.
    case taken
    /// It is taken later; the text says when, as the end of a sentence.
    case takenLater(String)
    /// It is taken and put aside, for that reason.
    case putAside(String)
    /// It is left alone.
    case held(HoldReason)
  }

  /// The file's path below the inbox.
  package let path: RelativePath
  /// What would become of it.
  package let verdict: Verdict

  /// Checks a path by its names, and the file too where there is one.
  ///
  /// - Parameters:
  ///   - path: The path below the inbox.
  ///   - group: The group as it is; nil where it is not made yet.
  ///   - settings: Which names are held, and how long a file has to stay the same.
  /// - Throws: `SystemError` where the inbox itself can't be looked at.
  package init(
    _ path: RelativePath, in group: GroupSight?, _ settings: Settings
  ) throws(SystemError) {
    self.path = path
    if let reason = Self.reason(toHold: path, settings.heldNames) {
      verdict = .held(reason)
    } else if let group, let inbox = group.inbox {
      verdict = try Self.verdict(on: path, in: inbox, of: group, settings)
    } else {
      verdict = .taken
    }
  }

  /// Whether the file would be taken, now or later.
  package var isTaken: Bool { if case .held = verdict { false } else { true } }

  /// What holds the names back; nil where nothing does.
  private static func reason(toHold path: RelativePath, _ heldNames: [NamePattern]) -> HoldReason? {
    for (index, name) in path.folders.enumerated() {
      if let reason = InboxScan.reason(toHoldFolder: name, depth: index + 1, heldNames) { return reason }
    }
    return InboxScan.reason(toHold: path.name, heldNames)
  }

  private static func verdict(
    on path: RelativePath, in inbox: Directory, of group: GroupSight, _ settings: Settings
  ) throws(SystemError) -> Verdict {
    var folder = inbox
    for name in path.folders {
      do throws(SystemError) {
        guard let status = try folder.status(of: name) else { return .taken }
        // A look enters folders and nothing else.
        guard status.kind == .directory else {
          return .held(.kind("in \(status.kind.rawValue), \(name.text)"))
        }
        folder = try folder.directory(name)
        if group.results.contains(try folder.status().node) { return .held(.results) }
      } catch {
        return .held(.unreachable("\(name.text): \(error.reason)"))
      }
    }
    if let device = try group.work?.status().device, try folder.status().device != device {
      return .held(.otherFileSystem)
    }
    guard let status = try folder.status(of: path.name) else { return .taken }
    if status.kind == .directory {
      let depth = path.components.count
      let reason = InboxScan.reason(toHoldFolder: path.name, depth: depth, settings.heldNames)
      return .held(reason ?? .kind("a folder; what lies in it is judged by itself"))
    }
    guard status.kind == .regular else { return .held(.kind(status.kind.rawValue)) }
    guard folder.mayRead(path.name) else { return .putAside("you have no right to read it") }
    return settles(status, settings.settleTime)
  }

  private static func settles(_ status: FileStatus, _ settleTime: Duration) -> Verdict {
    let needed = SettleTracker.wait(for: status, settleTime: settleTime)
    let age = SettleTracker.Moment.now.age(of: status)
    guard age < needed else { return .taken }
    return .takenLater("once it has stayed the same for \(SettingValue.seconds(needed / .seconds(1)).text) s")
  }
}
