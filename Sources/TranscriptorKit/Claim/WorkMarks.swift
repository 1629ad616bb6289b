import Glibc

/// The file of a process's folder that names the texts which our own code is at work on right now.
///
/// It is written in place, a line of fixed length for each text at hand, since a file of its own for each would be made
/// and removed several times a text. The first line names the machine's run since it was switched on: the file outlives
/// the process, and what another run left says only that the power went.
final class WorkMarks: Sendable {
  static let name = FileName("at-work")
  /// Longer than any identity, which is four numbers.
  private static let lineLength = 128

  private struct State {
    var file: WrittenFile?
    /// Lines that name no text, of those that the file has.
    var free: [Int] = []
    var count = 0
  }

  /// A line that names a text.
  struct Line: Sendable {
    fileprivate let file: WrittenFile
    fileprivate let number: Int
  }

  private let run: Directory
  private let state = Guarded(State())

  /// Marks of the process whose folder this is; the file is made when the first text is at hand.
  init(in run: Directory) { self.run = run }

  /// Names a text.
  ///
  /// - Returns: Nil where the disk refuses it, and a death merely counts against nobody.
  func begin(_ identity: String) -> Line? {
    guard identity.utf8.count < Self.lineLength, let line = freeLine() else { return nil }
    if write(identity, in: line) { return line }
    release(line)
    return nil
  }

  /// Takes the name out of its line.
  func end(_ line: Line) {
    // A name that stayed would count a later death against a text that has nothing to do with it.
    if !write("", in: line) { remove() }
    release(line)
  }

  private func freeLine() -> Line? {
    state.withLock { state in
      if state.file == nil {
        state.file = try? run.create(Self.name, holding: Self.line(Self.boot), mode: 0o600)
      }
      guard let file = state.file else { return nil }
      if let number = state.free.popLast() { return Line(file: file, number: number) }
      state.count += 1
      return Line(file: file, number: state.count - 1)
    }
  }

  private func release(_ line: Line) {
    state.withLock { if $0.file === line.file { $0.free.append(line.number) } }
  }

  private func write(_ text: String, in line: Line) -> Bool {
    (try? line.file.write(Self.line(text), at: (line.number + 1) * Self.lineLength)) != nil
  }

  private static func line(_ text: String) -> [UInt8] {
    let blanks = repeatElement(UInt8(ascii: " "), count: lineLength - 1 - text.utf8.count)
    return Array(text.utf8) + blanks + [UInt8(ascii: "\n")]
  }

  /// The machine's run since it was switched on (random(4), boot_id); empty where nothing tells.
  private static let boot: String = {
    let bytes = try? Directory(path: "/proc/sys/kernel/random").read(FileName("boot_id"), limit: 64).bytes
    return String(decoding: bytes ?? [], as: UTF8.self).trimmed
  }()

  /// Removes the file with all names in it; the next text makes it anew.
  func remove() {
    state.withLock { state in
      guard state.file != nil else { return }
      try? run.remove(Self.name)
      state = State()
    }
  }

  /// The texts that a dead process named, by the identity of their files.
  static func identities(in run: Directory) throws(SystemError) -> [String] {
    // A line may have been written before those above it, which then hold zeros.
    let lines = try run.read(name, limit: 1 << 20).bytes.split { $0 == UInt8(ascii: "\n") || $0 == 0 }
    let texts = lines.map { String(decoding: $0, as: UTF8.self).trimmed }
    return texts.first == boot ? texts.dropFirst().filter { !$0.isEmpty } : []
  }
}
