/// Why an entry of the inbox is not taken; it is never moved, changed or forgotten.
package enum HoldReason: Hashable, Sendable {
  /// Its name says that it is not a finished text.
  case name(String)
  /// It is not a regular file.
  case kind(String)
  /// It lies deeper than sub-folders are searched.
  case tooDeep
  /// It is a request file, which this version does not read.
  case requestFile
  /// It is a folder that results go to, mounted into the inbox.
  case results
  /// It lies on another file system than the group, so it can't be taken in one step.
  case otherFileSystem
  /// A process has it in hand of which nobody here can tell whether it lives.
  case elsewhere
  /// It, or its folder, can't be looked at or taken.
  case unreachable(String)

  /// The reason as a noun phrase, for `status`.
  package var description: String {
    switch self {
    case .name(let rule): rule
    case .kind(let kind): kind
    case .tooDeep: "deeper than \(InboxScan.depth) sub-folders"
    case .requestFile: "a request file (.json, .jsonl), which this version does not read yet"
    case .results: "a folder that results go to; unmount it from the inbox"
    case .otherFileSystem: "on another file system than the group; translate it with: transcriptor run DIR"
    case .elsewhere:
      "in the hands of a process on another machine or mount; if none works there any more: "
        + "transcriptor retry --take-over"
    case .unreachable(let why): why
    }
  }
}
