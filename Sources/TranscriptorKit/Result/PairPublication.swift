import Glibc

/// Puts two files that belong together into a folder, under one number and without ever replacing anything.
///
/// The file that appears last carries the pair's number in its name while it still waits, so the number survives a
/// crash between the two: whoever finds the last file alone knows under which name the first one went out.
struct PairPublication: Sendable {
  /// Where the first file waits, and its name there; nil where the last one stands alone.
  let first: (folder: Directory, name: FileName)?
  /// Where the last file waits.
  let waiting: Directory
  /// The last file's name there, with the pair's number.
  let waitingName: @Sendable (Int) -> FileName
  /// Where both belong.
  let destination: Directory
  /// The names that the pair may get.
  let names: PairNames
  /// The pair's number so far.
  private(set) var number: Int
  /// The number under which a process that ended may have put the first file out without removing its own copy, as
  /// between two file systems; nil where there was none.
  private let resumedNumber: Int?

  init(
    first: (folder: Directory, name: FileName)?, waiting: Directory,
    waitingName: @escaping @Sendable (Int) -> FileName, destination: Directory, names: PairNames, number: Int,
    isResumed: Bool
  ) {
    self.first = first
    self.waiting = waiting
    self.waitingName = waitingName
    self.destination = destination
    self.names = names
    self.number = number
    resumedNumber = isResumed ? number : nil
  }

  /// Moves the first file out under the smallest number at which neither name is taken.
  ///
  /// Where the first file is gone already, a crash came after its move, and the number is settled.
  mutating func publishFirst() throws(SystemError) {
    if let first, try first.folder.status(of: first.name) == nil { return }
    try publishFirst(from: 1)
  }

  private mutating func publishFirst(from start: Int) throws(SystemError) {
    var candidate = start
    while try !publishFirst(as: candidate) { candidate += 1 }
  }

  private mutating func publishFirst(as candidate: Int) throws(SystemError) -> Bool {
    guard try destination.status(of: names.last(candidate)) == nil else { return false }
    // Whether a first file that is there is the pair's own, the relocation finds out.
    if first != nil, candidate != resumedNumber, try destination.status(of: names.first(candidate)) != nil {
      return false
    }
    if candidate != number {
      try waiting.move(waitingName(number), to: waitingName(candidate))
      number = candidate
    }
    guard let first else { return true }
    do throws(SystemError) {
      try first.folder.relocate(first.name, to: destination, as: names.first(candidate))
      return true
    } catch {
      guard error.code == EEXIST else { throw error }
      return false
    }
  }

  /// Moves the last file out; from then on the pair is complete.
  mutating func publishLast() throws(SystemError) {
    while try !publishedLast() {
      // Somebody else took the name between our two moves: the pair moves on to the next number together.
      if let first { try destination.relocate(names.first(number), to: first.folder, as: first.name) }
      try publishFirst(from: number + 1)
      try destination.sync()
    }
  }

  private func publishedLast() throws(SystemError) -> Bool {
    do throws(SystemError) {
      try waiting.relocate(waitingName(number), to: destination, as: names.last(number))
      return true
    } catch {
      guard error.code == EEXIST else { throw error }
      return false
    }
  }
}
