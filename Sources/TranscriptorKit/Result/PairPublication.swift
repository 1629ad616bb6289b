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
  /// Holds marks of what was moved to another file system.
  let marks: Directory?
  /// The pair's number so far.
  private(set) var number: Int
  /// Whether a process that ended may have begun to publish this pair.
  private let isResumed: Bool

  init(
    first: (folder: Directory, name: FileName)?, waiting: Directory,
    waitingName: @escaping @Sendable (Int) -> FileName, destination: Directory, names: PairNames, number: Int,
    marks: Directory? = nil, isResumed: Bool
  ) {
    self.first = first
    self.waiting = waiting
    self.waitingName = waitingName
    self.destination = destination
    self.names = names
    self.number = number
    self.marks = marks
    self.isResumed = isResumed
  }

  /// Moves the first file out under the smallest number at which neither name is taken.
  ///
  /// Where the first file is gone already, a crash came after its move, and the number is settled.
  mutating func publishFirst() throws(SystemError) {
    if let first, try first.folder.status(of: first.name) == nil { return }
    if isResumed, try finishFirst() { return }
    try publishFirst(from: 1)
  }

  /// Ends a move that a dead process began, under the number that it had.
  ///
  /// - Returns: Whether the number is settled: a file of this pair has its name already.
  private func finishFirst() throws(SystemError) -> Bool {
    guard let first else {
      return try waiting.isMoved(
        waitingName(number), to: destination, as: names.last(number), marks: marks)
    }
    let name = names.first(number)
    if try first.folder.isMoved(first.name, to: destination, as: name, marks: marks) {
      try first.folder.relocate(first.name, to: destination, as: name, marks: marks)
      return true
    }
    // On its way back, since the last file's name was taken.
    if try destination.isMoved(name, to: first.folder, as: first.name, marks: marks) {
      try destination.relocate(name, to: first.folder, as: first.name, marks: marks)
    }
    return false
  }

  private mutating func publishFirst(from start: Int) throws(SystemError) {
    var candidate = start
    while try !publishFirst(as: candidate) { candidate += 1 }
  }

  private mutating func publishFirst(as candidate: Int) throws(SystemError) -> Bool {
    guard try destination.status(of: names.last(candidate)) == nil else { return false }
    if first != nil, try destination.status(of: names.first(candidate)) != nil { return false }
    if candidate != number {
      try waiting.move(waitingName(number), to: waitingName(candidate))
      number = candidate
    }
    guard let first else { return true }
    do throws(SystemError) {
      try first.folder.relocate(
        first.name, to: destination, as: names.first(candidate), marks: marks)
      return true
    } catch {
      guard error.code == EEXIST else { throw error }
      return false
    }
  }

  /// Moves the last file out; from then on the pair is complete.
  ///
  /// Where its name is refused, the first file, which has a shorter one, is taken back.
  mutating func publishLast() throws(SystemError) {
    while try !publishedLast() {
      // Somebody else took the name between our two moves: the pair moves on to the next number together.
      try takeFirstBack()
      try publishFirst(from: number + 1)
      try destination.sync()
    }
  }

  /// Whether the first file, if there is one, is where it waited.
  func firstWaits() throws(SystemError) -> Bool {
    guard let first else { return true }
    return try first.folder.status(of: first.name) != nil
  }

  /// Moves the first file back to where it waited.
  private func takeFirstBack() throws(SystemError) {
    guard let first else { return }
    try destination.relocate(names.first(number), to: first.folder, as: first.name, marks: marks)
    try destination.sync()
  }

  private func publishedLast() throws(SystemError) -> Bool {
    do throws(SystemError) {
      try waiting.relocate(waitingName(number), to: destination, as: names.last(number), marks: marks)
      return true
    } catch {
      if error.mayRefuseName { try takeFirstBack() }
      guard error.code == EEXIST else { throw error }
      return false
    }
  }
}
