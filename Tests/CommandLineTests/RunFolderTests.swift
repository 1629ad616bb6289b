import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

@Suite("transcriptor run DIR")
struct RunFolderTests {
  private let stage: Stage

  init() throws { stage = try Stage() }

  @Test("Each text of the folder is sent once, however long the answers take")
  func once() async throws {
    let folder = stage.folder.path + "/texts"
    mkdir(folder, 0o700)
    for word in ["dom", "kot", "pies"] {
      try Data(word.utf8).write(to: URL(filePath: "\(folder)/\(word).txt"))
    }
    stage.gemini.delay(.milliseconds(800))
    let outcome = try await stage.run("run", folder, "--settle-time", "0.1")
    #expect(outcome.status == .exit(0))
    #expect(stage.gemini.requestCount == 3)
    let names = try FileManager.default.contentsOfDirectory(atPath: stage.group.path + "/outbox")
    #expect(names.count == 6)
  }
}
