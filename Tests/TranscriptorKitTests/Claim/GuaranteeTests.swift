import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("The guarantee that nothing is lost, as its page has it")
struct GuaranteeTests {
  @Test("Every state that is seen on the disk is in the page's table, and every state and move of it is seen")
  func walk() async throws {
    let page = try GuaranteePage()
    #expect(page.places.count == 12 && page.rows.count > 8 && page.moves.count > 8)
    var states: Set<String> = []
    var moves: Set<GuaranteePage.Move> = []
    for (scenario, sightings) in try await Self.sightings() {
      var last: String?
      for places in sightings {
        let rows = page.rows.filter { $0.matches(places) }
        let held = zip(page.places, places).filter(\.1).map(\.0)
        #expect(rows.count == 1, "\(scenario): \(held) is \(rows.map(\.state))")
        guard let state = rows.first?.state else { continue }
        states.insert(state)
        if let last, last != state {
          let move = GuaranteePage.Move(before: last, after: state)
          #expect(page.moves.values.contains(move), "\(scenario): from \(last) to \(state)")
          moves.insert(move)
        }
        last = state
      }
    }
    #expect(Set(page.rows.map(\.state)).subtracting(states) == [])
    #expect(page.moves.filter { !moves.contains($0.value) }.keys.sorted() == [])
  }

  /// What is seen of each text in everything that may become of it.
  private static func sightings() async throws -> [(String, [[Bool]])] {
    var all: [(String, [[Bool]])] = []
    func note(_ scenario: String, _ observer: PlaceObserver) {
      observer.look()
      all += observer.seen.map { ("\(scenario), \($0.key)", $0.value) }
    }
    for (text, content) in [("ja/a.txt", "kot"), ("bad.md", "\0")] {
      let stage = try stage([text: content])
      let observer = PlaceObserver(stage, of: [text])
      try await stage.run(observer.probe())
      note("a pass", observer)
      if content == "\0" {
        let again = PlaceObserver(stage, of: [text])
        _ = try Retry(stage.group, hook: again.probe().hook).retryAll()
        note("retry", again)
      }
      try await deaths(text, content, note)
      try await refused(text, content, note)
    }
    try await batch(note)
    try await waiting(note)
    try await secondPair(note)
    return all
  }

  private typealias Note = (String, PlaceObserver) -> Void

  private static func stage(_ texts: [String: String]) throws -> SpoolStage {
    let stage = SpoolStage(inMemory: true)
    for (path, text) in texts { try stage.drop(path, text) }
    return stage
  }

  /// A pass that dies at any step, and what the next one does.
  private static func deaths(_ text: String, _ content: String, _ note: Note) async throws {
    var number = 0
    var probe: DiskProbe
    repeat {
      number += 1
      let stage = try stage([text: content])
      probe = DiskProbe(dyingAt: number)
      try await stage.run(probe)
      let observer = PlaceObserver(stage, of: [text])
      try await stage.run(observer.probe())
      note("after a death at step \(number)", observer)
    } while probe.hasRefused
  }

  /// An outcome that the disk does not take once it is kept.
  private static func refused(_ text: String, _ content: String, _ note: Note) async throws {
    let stage = try stage([text: content])
    let observer = PlaceObserver(stage, of: [text])
    let isSound = Guarded(false)
    try await stage.run(
      observer.probe { _, step in
        let isFirst = step.path.hasSuffix("/1.text") || step.path.hasSuffix("/original/bad.md")
        guard step.kind == .rename, isFirst else { return nil }
        return isSound.withLock { isSound in
          defer { isSound = true }
          return isSound ? nil : EIO
        }
      })
    note("a disk that takes no outcome", observer)
  }

  private static func batch(_ note: Note) async throws {
    let texts = ["a.txt": "kot", "b.md": "pies", "ja/a.txt": "lis", "bad": "\0"]
    let stage = try stage(texts)
    let observer = PlaceObserver(stage, of: Array(texts.keys))
    try await stage.run(observer.probe())
    note("several texts", observer)
  }

  private static func waiting(_ note: Note) async throws {
    let stage = try stage(["a.txt": "kot"])
    let busy = TranslationTrouble(.service(retryAfter: nil), "Busy.", hint: "Wait.", attempts: 1)
    stage.engine.always(.trouble(busy))
    let observer = PlaceObserver(stage, of: ["a.txt"])
    try await stage.run(observer.probe())
    note("a service that is busy", observer)
  }

  /// Somebody takes the name of the JSON when the text file is out already.
  private static func secondPair(_ note: Note) async throws {
    let stage = try stage(["a.txt": "kot"])
    let observer = PlaceObserver(stage, of: ["a.txt"], foreign: ["outbox/a.json"])
    try await stage.run(
      observer.probe { _, step in
        if step.kind == .rename, step.path.hasSuffix("/1.1.json") { try? stage.write("outbox/a.json", []) }
        return nil
      })
    #expect(stage.files("outbox") == ["a-2.json", "a-2.txt", "a.json"])
    note("a name that is taken in between", observer)
  }
}
