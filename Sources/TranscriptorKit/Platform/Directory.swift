import Glibc

/// An open folder.
///
/// Everything below the app group is reached through these, component by component and without
/// following links, so that nothing that another program swaps in can lead us elsewhere.
package final class Directory: Sendable {
  let descriptor: Int32
  /// The path it was reached by, printable, for messages.
  package let path: String
  /// Announces each step that changes the disk; nil outside tests.
  let hook: DiskHook?

  private init(descriptor: Int32, path: String, hook: DiskHook?) {
    self.descriptor = descriptor
    self.path = path
    self.hook = hook
  }

  deinit { close(descriptor) }

  /// Opens a folder by its path, following links, as for a folder that a person names.
  package convenience init(path: String, hook: DiskHook? = nil) throws(SystemError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("open", path, code: errno) }
    self.init(descriptor: descriptor, path: path, hook: hook)
  }

  /// Opens a folder of the user's own and makes it where it is missing, with what is missing above it, for this user
  /// alone.
  package convenience init(makingPath path: String, hook: DiskHook? = nil) throws(SystemError) {
    let parts = path.split(separator: "/")
    for count in 1...max(1, parts.count) {
      let folder = "/" + parts.prefix(count).joined(separator: "/")
      guard access(folder, F_OK) != 0 else { continue }
      if let hook { _ = try hook(DiskStep(kind: .makeDirectory, path: folder)) }
      guard mkdir(folder, 0o700) != 0 else { continue }
      let code = errno
      // What is there already may be out of our reach; whether that matters shows when the last is opened.
      guard [EEXIST, EACCES, EROFS, EISDIR].contains(code) else {
        throw SystemError("make", folder, code: code)
      }
    }
    try self.init(path: path, hook: hook)
  }

  /// Opens a folder in this one; a link is an error.
  package func directory(_ name: FileName) throws(SystemError) -> Directory {
    let descriptor = name.withCString {
      openat(self.descriptor, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }
    guard descriptor >= 0 else { throw failure("open", name) }
    return Directory(descriptor: descriptor, path: path + "/" + name.text, hook: hook)
  }

  /// Opens a folder in this one and makes it first where it is missing.
  package func directory(_ name: FileName, making mode: UInt32) throws(SystemError) -> Directory {
    do { return try directory(name) } catch  where error.code == ENOENT {
      do { try makeDirectory(name, mode: mode) } catch  where error.code == EEXIST {
        // Another process was quicker; what counts is that it is there.
      }
      return try directory(name)
    }
  }

  /// Opens the folder at the end of a chain of names, making what is missing.
  package func directory(_ names: some Sequence<FileName>, making mode: UInt32) throws(SystemError)
    -> Directory
  {
    var folder = self
    for name in names { folder = try folder.directory(name, making: mode) }
    return folder
  }

  /// Opens the folder at the end of a chain of names.
  package func directory(_ names: some Sequence<FileName>) throws(SystemError) -> Directory {
    var folder = self
    for name in names { folder = try folder.directory(name) }
    return folder
  }

  /// Opens the folder at the end of a chain of names; nil where one of them is missing.
  package func directoryIfThere(_ names: some Sequence<FileName>) throws(SystemError) -> Directory? {
    do throws(SystemError) { return try directory(names) } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
  }

  /// What an entry is, without following a link; nil where there is none.
  package func status(of name: FileName) throws(SystemError) -> FileStatus? {
    var raw = stat()
    let answer = name.withCString { fstatat(descriptor, $0, &raw, AT_SYMLINK_NOFOLLOW) }
    if answer == 0 { return FileStatus(raw) }
    if errno == ENOENT { return nil }
    throw failure("look at", name)
  }

  /// What this folder itself is.
  package func status() throws(SystemError) -> FileStatus {
    var raw = stat()
    guard fstat(descriptor, &raw) == 0 else { throw SystemError("look at", path, code: errno) }
    return FileStatus(raw)
  }

  /// Whether this process has the right to read an entry.
  package func mayRead(_ name: FileName) -> Bool {
    name.withCString { faccessat(descriptor, $0, R_OK, AT_EACCESS) } == 0
  }

  /// Makes sure that entries can be made here, as far as rights and a read-only file system tell.
  package func requireWritable() throws(SystemError) {
    guard faccessat(descriptor, ".", W_OK | X_OK, AT_EACCESS) != 0 else { return }
    throw SystemError("write to", path, code: errno)
  }

  /// The names of all entries, in no order; those that vanish meanwhile may be among them.
  package func entries() throws(SystemError) -> [FileName] {
    // A descriptor of its own: reading a directory moves the position that duplicates share.
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let stream = fdopendir(copy) else { throw SystemError("read", path, code: errno) }
    defer { closedir(stream) }
    var names: [FileName] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        guard errno == 0 else { throw SystemError("read", path, code: errno) }
        return names
      }
      let bytes = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          UnsafeBufferPointer(start: $0, count: strlen($0)).map(UInt8.init(bitPattern:))
        }
      }
      if let name = FileName(bytes: bytes) { names.append(name) }
    }
  }

  /// Announces a step that concerns an entry.
  /// - Returns: The most bytes that a write may take; nil for all.
  @discardableResult
  func step(_ kind: DiskStep.Kind, _ name: FileName) throws(SystemError) -> Int? {
    guard let hook else { return nil }
    return try hook(DiskStep(kind: kind, path: path + "/" + name.text))
  }

  /// Announces a step that gives an entry another name.
  func step(
    _ kind: DiskStep.Kind, _ name: FileName, to folder: Directory, as newName: FileName
  ) throws(SystemError) {
    guard let hook else { return }
    let newPath = folder.path + "/" + newName.text
    _ = try hook(DiskStep(kind: kind, path: path + "/" + name.text, newPath: newPath))
  }

  /// Announces a step that concerns this folder itself.
  func step(_ kind: DiskStep.Kind) throws(SystemError) {
    if let hook { _ = try hook(DiskStep(kind: kind, path: path)) }
  }

  func failure(_ action: String, _ name: FileName, code: Int32 = errno) -> SystemError {
    SystemError(action, path + "/" + name.text, code: code)
  }
}
