import CSQLite
import FoundationEssentials
import Glibc

/// The database file: found, judged, set aside where it is no sound history, and begun where there is none.
///
/// Whoever opens, begins or sets aside holds a lock meanwhile, so that no process sets aside what another has
/// just begun. The lock is a file of its own, since the database may be exchanged under its name.
struct HistoryFile {
  /// What may be done with what lies there.
  enum Access {
    case full(SQLiteConnection)
    /// A later version of the program made it: it is read as far as that goes, and never written.
    case readOnly(SQLiteConnection, why: String)
    /// Nothing.
    case none(why: String)
  }

  /// Which file it is, whatever its name.
  struct Identity: Equatable {
    let device: UInt64
    let inode: UInt64
  }

  /// Thrown where the file is no sound history.
  private struct Unsound: Error {
    let salvage: HistorySalvage
  }

  /// What SQLite adds to the name for the files that belong to a database.
  private static let companions = ["-wal", "-shm", "-journal"]

  private let path: String
  private let folder: Directory
  private let name: FileName
  private let clock: WallClock
  private let fileSystem: FileSystemType

  /// Opens the folder that the file is in, or will be.
  /// - Parameter fileSystem: What the folder is taken to lie on; nil for what it does.
  init(path: String, clock: WallClock, fileSystem: FileSystemType?) throws(SystemError) {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let fileName = FileName(bytes: name.utf8) else { throw SystemError("open", path, code: EISDIR) }
    let parent = String(path.dropLast(name.count))
    folder = try Directory(path: parent.isEmpty ? "." : parent)
    // SQLite refuses links anywhere in the path; those above the folder are the user's own and fine.
    guard let real = realpath(parent.isEmpty ? "." : parent, nil) else {
      throw SystemError("open", parent, code: errno)
    }
    defer { free(real) }
    self.path = String(cString: real) + "/" + name
    self.name = fileName
    self.clock = clock
    self.fileSystem = fileSystem ?? FileSystemType(of: folder)
  }

  /// The file that has the name now; nil where none has.
  func identity() throws(SystemError) -> Identity? {
    try folder.status(of: name).map { Identity(device: $0.device, inode: $0.inode) }
  }

  /// Opens the history, makes it where there is none, and sets aside what is no sound one.
  /// - Parameters:
  ///   - thoroughly: Whether every page is looked at, since something was wrong with one.
  ///   - deadline: When waiting for other processes ends.
  ///   - warn: Is told what was set aside.
  func open(thoroughly: Bool, until deadline: ContinuousClock.Instant, warn: (String) -> Void) throws
    -> Access
  {
    try locked(until: deadline) {
      // SQLite would open what belongs to the database just as it is, and wait for ever at a pipe.
      for suffix in [""] + Self.companions {
        let name = try fileName(name.bytes + Array(suffix.utf8))
        guard let kind = try folder.status(of: name)?.kind, kind != .regular else { continue }
        return .none(why: "\((path + suffix).terminalSafe) is \(kind.rawValue), so no history is kept")
      }
      do {
        return try connect(thoroughly: thoroughly, until: deadline)
      } catch let unsound as Unsound {
        let aside = try setAside()
        let access = try connect(until: deadline, with: unsound.salvage)
        warn(
          "\(path.terminalSafe) was no sound history; it is now \(aside.text.terminalSafe), and a new one was begun "
            + "with what could be read of it: \(unsound.salvage.rows.count) translations")
        return access
      }
    }
  }

  /// Removes the files that were set aside, and those that belong to them.
  /// - Returns: The names that those had which were set aside.
  func removeAsides(until deadline: ContinuousClock.Instant) throws -> [FileName] {
    try locked(until: deadline) {
      let asides = try folder.entries().filter { $0.bytes.starts(with: asidePrefix) }.sorted()
      for aside in asides { try folder.remove(aside) }
      if !asides.isEmpty { try folder.sync() }
      return asides.filter { aside in !Self.companions.contains { aside.text.hasSuffix($0) } }
    }
  }

  /// Closes a connection; where the name is still its file's, SQLite removes the write-ahead log with the last one.
  /// - Parameters:
  ///   - identity: The connection's file.
  ///   - close: Drops the connection, after it was told whether to keep the log.
  func closing(_ identity: Identity?, _ close: (_ keepsLog: Bool) -> Void) throws {
    // Nobody is waited for: the log may as well stay.
    try locked(until: .now) { close(try identity == nil || self.identity() != identity) }
  }
}

extension HistoryFile {
  private func connect(
    thoroughly: Bool = false, until deadline: ContinuousClock.Instant, with salvage: HistorySalvage? = nil
  ) throws -> Access {
    try make()
    let connection = try SQLiteConnection(path: path)
    connection.wait(atMost: deadline - .now)
    // Where there is to be no log, one that is left from elsewhere must go with the last connection that used it.
    if !fileSystem.isShared { try connection.keepLog() }
    let now = Int(clock.now().timeIntervalSince1970)
    do {
      if fileSystem.isShared { try HistorySchema.lookAlone(connection) }
      switch try HistorySchema.kind(of: connection) {
      case .newer:
        let why = "\(path.terminalSafe) was made by a newer version, so nothing is added to it"
        return .readOnly(connection, why: why)
      case .empty, .ours:
        try HistorySchema.prepare(connection, on: fileSystem, with: salvage)
        let isSound = try !thoroughly || HistorySchema.isSound(connection)
        if isSound, try HistorySchema.hasTables(connection) { return .full(connection) }
      case .foreign: throw Unsound(salvage: HistorySalvage(nothingAt: now))
      }
    } catch let error as SQLiteError where error.isDamage {}
    throw Unsound(salvage: HistorySalvage(of: connection, at: now))
  }

  /// Makes the file where it is missing, for its owner alone, whatever the umask.
  private func make() throws(SystemError) {
    // Made without opening it: to close a descriptor would drop the locks that other connections of this process
    // hold on the file (fcntl(2)).
    let isNew = name.withCString { mknodat(folder.descriptor, $0, S_IFREG | 0o600, 0) } == 0
    guard isNew || errno == EEXIST else { throw folder.failure("make", name) }
    let isPrivate = name.withCString { fchmodat(folder.descriptor, $0, 0o600, AT_SYMLINK_NOFOLLOW) } == 0
    guard isPrivate || !isNew else { throw folder.failure("make private", name) }
  }

  /// Gives the file and those that belong to it a dated name.
  private func setAside() throws(SystemError) -> FileName {
    let date = clock.now().utc.filter { $0 != ":" }
    var number = 1
    while true {
      let aside = asidePrefix + Array((number == 1 ? date : "\(date)-\(number)").utf8)
      do {
        try move(suffix: "", to: aside)
      } catch  where error.code == EEXIST {
        number += 1
        continue
      }
      for suffix in Self.companions {
        do { try move(suffix: suffix, to: aside) } catch  where error.code == ENOENT {}
      }
      return try fileName(aside)
    }
  }

  private func move(suffix: String, to aside: [UInt8]) throws(SystemError) {
    let old = try fileName(name.bytes + Array(suffix.utf8))
    try folder.rename(old, to: folder, as: try fileName(aside + Array(suffix.utf8)))
  }

  private func fileName(_ bytes: [UInt8]) throws(SystemError) -> FileName {
    guard let name = FileName(bytes: bytes) else { throw SystemError("name", path, code: EINVAL) }
    return name
  }

  private var asidePrefix: [UInt8] { name.bytes + Array(".damaged-".utf8) }

  /// Runs the body while no other process opens or exchanges the file.
  private func locked<Answer>(until deadline: ContinuousClock.Instant, _ body: () throws -> Answer) throws
    -> Answer
  {
    let lockName = try fileName(Array(".".utf8) + name.bytes + Array(".lock".utf8))
    let lock = lockName.withCString {
      openat(folder.descriptor, $0, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }
    // Where no file can be made, none can be exchanged either, and an older history may still be read.
    if lock < 0, errno == EACCES || errno == EROFS { return try body() }
    guard lock >= 0 else { throw folder.failure("open", lockName) }
    defer { close(lock) }
    fchmod(lock, 0o600)
    while flock(lock, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw folder.failure("lock", lockName) }
      guard .now < deadline else {
        throw SQLiteError(path: path, code: SQLITE_BUSY, message: "another process holds it")
      }
      usleep(10_000)
    }
    return try body()
  }
}
