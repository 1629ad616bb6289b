/// Says, on the disk, that our own code is at work on a text right now.
///
/// A text that makes the program fail would do so again and again. The mark outlives the process, so whoever finds it
/// knows which text was at hand. It stands only while our code decodes, looks up or checks, never while an answer is
/// awaited; being stopped at such a time says nothing against a text.
package struct WorkMark: Sendable {
  /// The text that the current task works on; nil outside the spool.
  @TaskLocal static var current: WorkMark?

  /// Where the process names what it is at work on.
  let marks: WorkMarks
  /// What tells the text's file from every other.
  let identity: String

  /// Does work of our own on the current task's text under its mark.
  static func around<Answer>(_ work: () throws -> Answer) rethrows -> Answer {
    guard let current else { return try work() }
    return try current.stand(during: work)
  }

  /// Does work of our own that waits for nobody but this machine.
  static func around<Answer>(_ work: () async throws -> Answer) async rethrows -> Answer {
    let line = current.flatMap { $0.marks.begin($0.identity) }
    defer { if let line { current?.marks.end(line) } }
    return try await work()
  }

  /// Decodes a text, unless it ended the program so often that it is not tried any more.
  func decode(
    _ bytes: [UInt8], _ decoder: TextDecoder, deaths: Int
  ) -> Result<SourceText, TranslationTrouble> {
    guard deaths < Suspects.deathsToPutAside else { return .failure(.killsWorker) }
    return stand(during: { Result { () throws(TranslationTrouble) in try decoder.decode(bytes) } })
  }

  private func stand<Answer>(during work: () throws -> Answer) rethrows -> Answer {
    let line = marks.begin(identity)
    defer { if let line { marks.end(line) } }
    return try work()
  }
}
