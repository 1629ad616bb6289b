/// Writes an outcome into the working area, aside from where anybody looks for it.
///
/// The files lie beside the claim's folder and begin with its number, so that one sync of the process's folder makes
/// the names of a whole batch safe.
struct Staging: Sendable {
  let claim: Claim
  /// The process's folder, which holds the claim's.
  let run: Directory

  /// What was written, and is safe once it was synced.
  struct Written: Sendable {
    /// The number that the published pair would have now.
    let number: Int
    /// The folder below the destination that the pair will lie in.
    let folder: [FileName]
    fileprivate(set) var files: [WrittenFile] = []
  }

  /// Writes the outcome's files.
  ///
  /// - Throws: `SystemError`; what was written so far is to be discarded before the next try.
  func write(_ outcome: TextOutcome, destination: Directory) throws(SystemError) -> Written {
    let names = ResultNames(original: claim.path.name)
    let folder = try destination.folderNames(of: claim.path)
    var files: [WrittenFile] = []
    if folder != Array(claim.path.folders) { files.append(try create(folderName, folderBytes(folder))) }
    switch outcome {
    case .translated(var result):
      var written = Written(
        number: try firstFree(names.result, in: folder, below: destination), folder: folder, files: files)
      result.originalName = names.resultIsCut(written.number) ? claim.path.name.text : nil
      written.files.append(try create(textName, Array(ResultFormatter.text(for: result).utf8)))
      written.files.append(
        try create(lastName(in: .answered, number: written.number), Array(result.json.pretty.utf8)))
      if !claim.holdsOriginal { written.files.append(try keepPath()) }
      return written
    case .refused(let failure):
      var written = Written(
        number: try firstFree(names.failure, in: folder, below: destination), folder: folder, files: files)
      written.files.append(
        try create(lastName(in: .refused, number: written.number), Array(failure.json.pretty.utf8)))
      // The original leaves before its error does, and its path must still be known then.
      written.files.append(try keepPath())
      return written
    }
  }

  /// Removes what an earlier try left.
  func discard() throws(SystemError) {
    for name in try run.entries() where isOurs(name) && name != outboxName { try run.remove(name) }
  }

  /// The text that is to be published.
  var textName: FileName { FileName("\(claim.number).text") }

  /// The path of a text whose original does not lie in the claim, or leaves it early.
  static func pathName(number: Int) -> FileName { FileName("\(number).path") }

  /// The path of the pair below its destination, where its folder could not have the name of the text's.
  private var folderName: FileName { FileName("\(claim.number).folder") }

  /// The folder that the pair belongs in, below its destination.
  ///
  /// A pair that was begun stays in its folder, whatever name is free by now.
  func folder() throws(SystemError) -> [FileName] {
    guard try run.status(of: folderName) != nil else { return Array(claim.path.folders) }
    let path = RelativePath(bytes: try run.read(folderName, limit: 1 << 16).bytes)
    return Array((path ?? claim.path).folders)
  }

  /// Keeps another folder for the pair, since something has the name of the one that it had.
  func keep(folder: [FileName]) throws(SystemError) {
    if try run.status(of: folderName) != nil { try run.remove(folderName) }
    try run.write(folderBytes(folder), to: folderName)
    try run.sync()
  }

  private func folderBytes(_ folder: [FileName]) -> [UInt8] {
    RelativePath(folder + [claim.path.name])?.bytes ?? claim.path.bytes
  }

  /// The absolute path of an outbox that is not the group's.
  var outboxName: FileName { FileName("\(claim.number).outbox") }

  /// Where the result goes, where that is not the group's outbox.
  func outboxPath() throws(SystemError) -> String? {
    guard try run.status(of: outboxName) != nil else { return nil }
    return String(decoding: try run.read(outboxName, limit: 1 << 16).bytes, as: UTF8.self)
  }

  /// The JSON that is to be published; the pair's number is part of the name, and so survives a crash.
  func lastName(in state: ClaimState, number: Int) -> FileName {
    FileName("\(claim.number).\(number).\(state == .refused ? "error" : "json")")
  }

  /// The number of the pair whose JSON waits; nil where it is published, or nothing was written.
  func waitingNumber(in state: ClaimState) throws(SystemError) -> Int? {
    for name in try run.entries() where isOurs(name) {
      let parts = name.text.split(separator: ".")
      if parts.count == 3, let number = Int(parts[1]), name == lastName(in: state, number: number) {
        return number
      }
    }
    return nil
  }

  private func isOurs(_ name: FileName) -> Bool { Self.belongs(name, to: claim.number) }

  /// The claim that a file of a process's folder belongs to; nil where the name is not that of such a file.
  static func number(of name: FileName) -> Int? {
    guard ClaimState.reading(name) == nil else { return nil }
    return name.text.split(separator: ".", omittingEmptySubsequences: false).first.flatMap { Int($0) }
  }

  /// Whether a file of a process's folder is a claim's.
  private static func belongs(_ name: FileName, to number: Int) -> Bool {
    ClaimState.reading(name) == nil && name.text.hasPrefix("\(number).")
  }

  /// Removes what is left of the claim's files once all that was to be published is.
  func removeRest() throws(SystemError) {
    for name in [Self.pathName(number: claim.number), outboxName, folderName]
    where try run.status(of: name) != nil {
      try run.remove(name)
    }
  }

  /// Removes every file of a claim that is done with.
  static func removeAll(number: Int, in run: Directory) throws(SystemError) {
    for name in try run.entries() where belongs(name, to: number) { try run.remove(name) }
  }

  private func create(_ name: FileName, _ bytes: [UInt8]) throws(SystemError) -> WrittenFile {
    try run.create(name, holding: bytes)
  }

  private func keepPath() throws(SystemError) -> WrittenFile {
    try create(Self.pathName(number: claim.number), claim.path.bytes)
  }

  /// The smallest number that is free now; publishing looks again.
  private func firstFree(
    _ names: PairNames, in folder: [FileName], below destination: Directory
  ) throws(SystemError) -> Int {
    guard let folder = try destination.directoryIfThere(folder) else { return 1 }
    var number = 1
    while true {
      let first = try folder.status(of: names.first(number))
      if first == nil, try folder.status(of: names.last(number)) == nil { return number }
      number += 1
    }
  }
}
