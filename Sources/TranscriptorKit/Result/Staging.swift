import FoundationEssentials

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
    /// Below the destination, the folder that the pair will lie in and the original's name as it is spelled there.
    let place: RelativePath
    fileprivate(set) var files: [WrittenFile] = []
  }

  /// Writes the outcome's files.
  ///
  /// - Throws: `SystemError`; what was written so far is to be discarded before the next try.
  func write(_ outcome: TextOutcome, destination: Directory) throws(SystemError) -> Written {
    var written = try destination.withSpelling(of: claim.path) { path throws(SystemError) in
      let place = try destination.place(of: path)
      let names = ResultNames(original: place.name).names(in: outcome.state)
      return Written(number: try firstFree(names, in: place, below: destination), place: place)
    }
    if written.place != claim.path { written.files.append(try create(placeName, written.place.bytes)) }
    switch outcome {
    case .translated(var result):
      let isCut = ResultNames(original: claim.path.name).resultIsCut(written.number)
      result.originalName = isCut || written.place.name != claim.path.name ? claim.path.name.text : nil
      written.files.append(try create(textName, Array(ResultFormatter.text(for: result).utf8)))
      written.files.append(
        try create(lastName(in: .answered, number: written.number), Array(result.json.pretty.utf8)))
      if !claim.holdsOriginal { written.files.append(try keepPath()) }
      return written
    case .refused(let failure):
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

  /// The pair's place, where that is not the text's own path.
  private var placeName: FileName { FileName("\(claim.number).place") }

  /// Below the destination, the folder that the pair belongs in and the original's name as it is spelled there.
  ///
  /// A pair that was begun stays in its place, whatever names are free or taken by now.
  func place() throws(SystemError) -> RelativePath {
    guard try run.status(of: placeName) != nil else { return claim.path }
    return RelativePath(bytes: try run.read(placeName, limit: 1 << 16).bytes) ?? claim.path
  }

  /// Keeps another place for the pair, none of which is published, since it could not have the one that it had.
  ///
  /// - Parameter number: The pair's number; a result that waits under it is told its original's name.
  func keep(place: RelativePath, in state: ClaimState, number: Int) throws(SystemError) {
    if state == .answered, place.name != claim.path.name { try nameOriginal(number: number) }
    if try run.status(of: placeName) != nil { try run.remove(placeName) }
    try run.write(place.bytes, to: placeName)
    try run.sync()
  }

  /// Where a result is written anew, before it takes the place of the one that waits.
  private var asideName: FileName { FileName("\(claim.number).renamed") }

  private func nameOriginal(number: Int) throws(SystemError) {
    let name = lastName(in: .answered, number: number)
    let bytes = try run.read(name, limit: 1 << 26).bytes
    guard var result = try? JSONDecoder().decode(TranslationResult.self, from: Data(bytes)),
      result.originalName == nil
    else { return }
    result.originalName = claim.path.name.text
    // A process that died may have left it.
    if try run.status(of: asideName) != nil { try run.remove(asideName) }
    try run.write(Array(result.json.pretty.utf8), to: asideName)
    try run.move(asideName, to: name)
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
    for name in [Self.pathName(number: claim.number), outboxName, placeName, asideName]
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
    _ names: PairNames, in place: RelativePath, below destination: Directory
  ) throws(SystemError) -> Int {
    let folder = try destination.directoryIfThere(place.folders)
    var number = 1
    while true {
      // The last name is the longer one.
      try destination.requireRoom(for: names.last(number))
      guard let folder else { return number }
      let first = try folder.status(of: names.first(number))
      if first == nil, try folder.status(of: names.last(number)) == nil { return number }
      number += 1
    }
  }
}
