import Glibc

/// Puts two files that belong together into a folder, under one number and without ever replacing anything.
///
/// The file that appears last is named for its final place while it still waits, so the pair's number survives a
/// crash between the two: whoever finds the last file alone knows under which name the first one went out.
struct PairPublication: Sendable {
  /// Where the first file waits, and its name there; nil where the last one stands alone.
  let first: (folder: Directory, name: FileName)?
  /// Where the last file waits.
  let lastFolder: Directory
  /// Where both belong.
  let destination: Directory
  /// The names that the pair may get.
  let names: PairNames
  /// The pair's number, once it is known.
  private(set) var number: Int?

  init(
    first: (folder: Directory, name: FileName)?, lastFolder: Directory, destination: Directory,
    names: PairNames
  ) {
    self.first = first
    self.lastFolder = lastFolder
    self.destination = destination
    self.names = names
  }

  /// Moves the first file out under the smallest number at which neither name is taken.
  ///
  /// Where the first file is gone already, a crash came after its move, and the number is the waiting file's.
  mutating func publishFirst() throws(SystemError) {
    guard let waiting = try lastFolder.entries().min() else { return }
    if let first, try first.folder.status(of: first.name) == nil {
      number = (1...).first { names.last($0) == waiting }
      return
    }
    try publishFirst(waiting: waiting, from: 1)
  }

  private mutating func publishFirst(waiting: FileName, from start: Int) throws(SystemError) {
    var waiting = waiting
    for candidate in start... {
      let lastName = names.last(candidate)
      guard try destination.status(of: lastName) == nil else { continue }
      if let first {
        let firstName = names.first(candidate)
        guard try destination.status(of: firstName) == nil else { continue }
        if waiting != lastName { try lastFolder.move(waiting, to: lastName) }
        waiting = lastName
        do {
          try first.folder.relocate(first.name, to: destination, as: firstName)
        } catch  where error.code == EEXIST {
          continue
        }
      } else if waiting != lastName {
        try lastFolder.move(waiting, to: lastName)
      }
      number = candidate
      return
    }
  }

  /// Moves the last file out; from then on the pair is complete.
  mutating func publishLast() throws(SystemError) {
    while let number, try lastFolder.status(of: names.last(number)) != nil {
      do {
        try lastFolder.relocate(names.last(number), to: destination, as: names.last(number))
        return
      } catch  where error.code == EEXIST {
        // Somebody else took the name between our two moves: the pair moves on to the next number together.
        if let first {
          try destination.relocate(names.first(number), to: first.folder, as: first.name)
        }
        try publishFirst(waiting: names.last(number), from: number + 1)
        try destination.sync()
      }
    }
  }
}
