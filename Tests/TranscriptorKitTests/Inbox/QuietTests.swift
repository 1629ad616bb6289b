import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("What a watch says in the long run")
struct QuietTests {
  @Test(
    "With 500 texts and no network, however often it looks, it says once that it waits and once that it goes on"
  )
  func outage() async throws {
    let stage = SpoolStage(inMemory: true)
    // What was dropped first is taken first.
    try stage.drop("bad.bin", [0])
    try await Task.sleep(for: .milliseconds(20))
    for number in 1...500 { try stage.drop("text-\(number).txt", "text \(number)") }
    mkfifo(stage.group.path + "/inbox/pipe", 0o600)
    stage.engine.always(
      .trouble(TranslationTrouble(.service(retryAfter: nil), "No network.", hint: "Nothing to do.")))
    let looks = Guarded(0)
    let configuration = SpoolConfiguration(settings: stage.settings, engine: stage.engine)
    let source = SpoolConfiguration.Source(load: { configuration }) {
      looks.withLock { $0 += 1 }
      return ""
    }
    let watcher = stage.transcriptor(source).watch()
    let work = Task { await watcher.work() }
    #expect(await eventually { stage.files("failed").count == 2 })
    #expect(await eventually(within: .seconds(60)) { looks.withLock { $0 } > 8 })
    let told = stage.events.all.filter {
      switch $0 {
      case .paused, .resumed, .notice, .failed: true
      case .found, .translated, .waiting: false
      }
    }
    #expect(told.count == 2)
    #expect(stage.events.pauses.map(\.message) == ["No network."])
    // Nothing is sent for the sake of looking: three texts close the queue, and those that were under way with them.
    #expect(stage.engine.texts.count < 20)
    #expect(stage.files("inbox").filter { $0.hasPrefix("text") }.count == 500)
    work.cancel()
    _ = await work.value
  }
}
