import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

extension Drills {
  @Suite("Hundreds of texts")
  struct RunManyTests {
    private let stage: Stage

    init() throws { stage = try Stage(inMemory: true) }

    @Test("One run asks each of 250 texts once, and each answer stands beside its own text")
    func run() async throws {
      let texts = Stage.texts(250)
      try stage.drop(texts)
      // Answers overtake one another.
      stage.gemini.delay(.milliseconds(10) ... .milliseconds(110))
      let outcome = try await stage.hurry("run")
      #expect(outcome.status == .exit(0))
      #expect(outcome.output == "")
      #expect(outcome.error == "")
      #expect(stage.notAskedOnce(texts) == [])
      #expect(stage.gemini.faults == [])
      #expect(stage.gemini.peakConcurrency <= 8)
      let faults = try stage.faults(after: texts)
      #expect(faults == [])
    }

    @Test("No more texts are asked at once than the setting says", arguments: [1, 24])
    func concurrency(limit: Int) async throws {
      let texts = Stage.texts(limit * 2)
      try stage.drop(texts)
      // So long that all places are taken before the first answer, however slow the machine is.
      stage.gemini.delay(.seconds(2))
      let outcome = try await stage.hurry("run", "--max-concurrent", "\(limit)")
      #expect(outcome.status == .exit(0))
      #expect(stage.gemini.peakConcurrency == limit)
      let faults = try stage.faults(after: texts)
      #expect(faults == [])
    }

    @Test("A watch takes what is dropped while it works, from every folder and every kind of writer")
    func watch() async throws {
      stage.gemini.delay(.milliseconds(5) ... .milliseconds(50))
      let watch = try stage.start("watch", environment: stage.hurried(["TRANSCRIPTOR_SETTLE_TIME": "1.5"]))
      let renamed = Stage.texts(60, prefix: "renamed")
      let slow = Stage.texts(20, prefix: "slow")
      let japanese = Stage.texts(40, prefix: "word", folder: "ja/")
      let grouped = Stage.texts(40, prefix: "word", folder: "notes/pt-br/more/")
      try await withThrowingTaskGroup { group in
        for texts in [renamed, japanese, grouped] {
          group.addTask {
            for (path, text) in texts {
              try stage.drop([path: text])
              try await Task.sleep(for: .milliseconds(15))
            }
          }
        }
        for (path, text) in slow {
          group.addTask { try await write(text, slowlyTo: stage.group.path + "/inbox/" + path) }
        }
        try await group.waitForAll()
      }
      let all = [renamed, slow, japanese, grouped].reduce(into: [:]) { $0.merge($1) { $1 } }
      #expect(await eventually(within: .seconds(30)) { stage.files(in: "done").count == all.count })

      watch.signal(SIGTERM)
      let outcome = try await watch.finish()
      #expect(outcome.status == .exit(0))
      #expect(outcome.error == "")
      let faults = try stage.faults(after: all)
      #expect(faults == [])
      // The same words lie in two folders, and each folder has its own language.
      #expect(stage.gemini.requestCount == all.count)
      for path in japanese.keys {
        #expect(try stage.result(Stage.json(of: path)).targetLanguage == "ja")
      }
      for path in grouped.keys {
        #expect(try stage.result(Stage.json(of: path)).targetLanguage == "pt-BR")
      }
      for path in renamed.keys {
        #expect(try stage.result(Stage.json(of: path)).targetLanguage == "ru")
      }
    }

    /// Writes a text a few bytes at a time into a file that already has its final name.
    private func write(_ text: String, slowlyTo path: String) async throws {
      try FileManager.default.createDirectory(
        atPath: stage.group.path + "/inbox", withIntermediateDirectories: true)
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      defer { close(file) }
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let piece = Array(rest.prefix(4))
        #expect(Glibc.write(file, piece, piece.count) == piece.count)
        rest = rest.dropFirst(4)
        try await Task.sleep(for: .milliseconds(100))
      }
    }
  }
}
