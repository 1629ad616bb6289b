/// Writes an outcome into its claim's folder, aside from where anybody looks for it.
struct Staging: Sendable {
  let claim: Claim

  /// What was written, to be synced together with that of other texts.
  struct Written: Sendable {
    var files: [WrittenFile] = []
    var folders: [Directory] = []
  }

  /// Writes the outcome's files under the names that they would get now.
  ///
  /// - Throws: `SystemError`; what was written so far stays in the claim and is removed by the next try.
  func write(_ outcome: TextOutcome, destination: Directory) throws(SystemError) -> Written {
    try discard()
    let names = ResultNames(original: claim.path.name)
    var written = Written()
    switch outcome {
    case .translated(var result):
      let number = try firstFree(names.result, below: destination)
      result.originalName = names.resultIsCut(number) ? claim.path.name.text : nil
      let folder = try claim.folder.directory([Self.outboxName] + claim.path.folders, making: 0o700)
      let textFolder = try claim.folder.directory(Self.textName, making: 0o700)
      let text = Array(ResultFormatter.text(for: result).utf8)
      written.files.append(try textFolder.create(Self.textName, holding: text))
      written.files.append(
        try folder.create(names.result.last(number), holding: Array(result.json.pretty.utf8)))
      written.folders = [textFolder, folder, claim.folder]
      if !claim.holdsOriginal { try keepPath(&written) }
    case .refused(let failure):
      let folder = try claim.folder.directory([Self.failedName] + claim.path.folders, making: 0o700)
      let number = try firstFree(names.failure, below: destination)
      written.files.append(
        try folder.create(names.failure.last(number), holding: Array(failure.json.pretty.utf8)))
      written.folders = [folder, claim.folder]
      // The original leaves before its error does, and its path must still be known then.
      try keepPath(&written)
    }
    return written
  }

  /// Removes what an earlier try left.
  func discard() throws(SystemError) {
    for name in [Self.outboxName, Self.textName, Self.failedName, Claim.pathName] {
      try claim.folder.removeTree(name)
    }
  }

  /// The claim's folder with the JSON that is to be published, under the folders it will have in the outbox.
  static let outboxName = FileName("outbox")
  /// The claim's folder with the text that is to be published.
  static let textName = FileName("text")
  /// The claim's folder with the error that is to be published, under the folders it will have in `failed/`.
  static let failedName = FileName("failed")

  private func keepPath(_ written: inout Written) throws(SystemError) {
    let folder = try claim.folder.directory([Claim.pathName] + claim.path.folders, making: 0o700)
    written.files.append(try folder.create(claim.path.name, holding: []))
    written.folders.append(folder)
  }

  /// The smallest number that is free now; publishing looks again.
  private func firstFree(_ names: PairNames, below destination: Directory) throws(SystemError) -> Int {
    guard let folder = try destination.directoryIfThere(claim.path.folders) else { return 1 }
    for number in 1... {
      if try folder.status(of: names.first(number)) == nil, try folder.status(of: names.last(number)) == nil {
        return number
      }
    }
    return 1
  }
}
