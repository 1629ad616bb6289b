import Glibc

/// The texts that our own code was at work on when a process died, and how often.
///
/// One such death makes a text a suspect, which is tried alone; after two it is not tried any more.
struct Suspects: Sendable {
  static let folderName = FileName("suspects")
  /// After so many deaths a text is put aside.
  static let deathsToPutAside = 2

  private let work: Directory

  /// The suspects of a group's working area.
  init(in work: Directory) { self.work = work }

  /// How many deaths count against each suspect, by its file's identity.
  func all() throws(SystemError) -> [String: Int] {
    guard let folder = try work.directoryIfThere([Self.folderName]) else { return [:] }
    var deaths: [String: Int] = [:]
    let names = try folder.entries()
    // Whoever removed the last may have died before the folder went.
    if names.isEmpty { try? work.removeDirectory(Self.folderName) }
    for name in names where !name.isHidden {
      guard let bytes = try? folder.read(name, limit: 512).bytes else { continue }
      deaths[name.text] = Self.count(in: bytes)
    }
    return deaths
  }

  /// A suspect's file holds the number of deaths and the folder of the process that died last.
  private static func count(in bytes: [UInt8]) -> Int? {
    bytes.split(separator: UInt8(ascii: " ")).first.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
  }

  /// Counts the death of a process against a text, once.
  func addDeath(of process: FileName, to identity: String) throws(SystemError) {
    guard let name = FileName(bytes: identity.utf8), !name.isHidden else { return }
    let folder = try work.directory(Self.folderName, making: 0o700)
    var deaths = 0
    if try folder.status(of: name) != nil {
      let bytes = try folder.read(name, limit: 512).bytes
      if bytes.split(separator: UInt8(ascii: " ")).last.map(Array.init) == process.bytes { return }
      deaths = Self.count(in: bytes) ?? 0
    }
    try folder.replace(name, with: Array("\(deaths + 1) ".utf8) + process.bytes)
  }

  /// Forgets a text that was worked on to its end; the folder goes with the last.
  func clear(_ identity: String) throws(SystemError) {
    guard let folder = try work.directoryIfThere([Self.folderName]), let name = FileName(bytes: identity.utf8)
    else {
      return
    }
    if try folder.status(of: name) != nil { try folder.remove(name) }
    if try folder.entries().isEmpty { try? work.removeDirectory(Self.folderName) }
  }
}

extension FileStatus {
  /// Tells a file from every other, and from itself once it is changed; moving it makes no difference.
  var identity: String { "\(device)-\(inode)-\(size)-\(modified)" }
}

extension TranslationTrouble {
  /// A text that ended the program more than once.
  static var killsWorker: TranslationTrouble {
    TranslationTrouble(
      .item(.killsWorker), "The program ended unexpectedly, twice, while it worked on this text.",
      hint: "Please report it with the text. To try it again: transcriptor retry NAME")
  }
}
