/// Says, on the disk, that our own code is at work on a text right now.
///
/// A text that makes the program fail would do so again and again. The mark outlives the process, so whoever finds it
/// knows which text was at hand. It stands only while our code decodes, looks up or checks, never while an answer is
/// awaited; being stopped at such a time says nothing against a text.
package struct WorkMark: Sendable {
  /// The text that the current task works on; nil outside the spool.
  @TaskLocal static var current: WorkMark?

  /// The process's folder in the working area.
  let run: Directory
  /// The claim's number.
  let number: Int
  /// What tells the text's file from every other.
  let identity: String

  /// Does work of our own on the current task's text under its mark.
  static func around<Answer>(_ work: () throws -> Answer) rethrows -> Answer {
    current?.begin()
    defer { current?.end() }
    return try work()
  }

  /// Does work of our own that waits for nobody but this machine.
  static func around<Answer>(_ work: () async throws -> Answer) async rethrows -> Answer {
    current?.begin()
    defer { current?.end() }
    return try await work()
  }

  /// Sets the mark; where the disk refuses it, a death merely counts against nobody.
  func begin() { _ = try? run.create(Self.name(number: number), holding: Array(identity.utf8)) }

  /// Takes the mark away.
  func end() { try? run.remove(Self.name(number: number)) }

  static func name(number: Int) -> FileName { FileName("\(number).at-work") }
}
