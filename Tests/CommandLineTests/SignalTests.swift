import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

extension Drills {
  @Suite("Signals")
  struct SignalTests {
    private let stage: Stage

    init() throws { stage = try Stage(inMemory: true) }

    /// Has a text in hand whose answer never comes.
    private func hanging(_ command: String, environment: [String: String]? = nil) async throws -> ChildProcess
    {
      stage.gemini.always(.hang)
      try stage.drop(["ja/dom.txt": "dom", "kot": "kot"])
      let child = try stage.start(command, environment: environment)
      #expect(await stage.gemini.waits(forRequests: 2))
      #expect(stage.files(in: "inbox") == [])
      return child
    }

    /// Expects that every text lies where it was dropped, and nothing else anywhere.
    private func expectHandedBack() throws {
      #expect(stage.files(in: "inbox") == ["ja/dom.txt", "kot"])
      #expect(try stage.bytes("inbox/ja/dom.txt") == Array("dom".utf8))
      #expect(try stage.bytes("inbox/kot") == Array("kot".utf8))
      #expect(stage.work == [])
      for folder in ["outbox", "failed", "done"] { #expect(stage.files(in: folder) == []) }
    }

    @Test(
      "A watch hands back what is in hand and ends without waiting for answers", arguments: [SIGTERM, SIGINT])
    func watch(signal: Int32) async throws {
      let watch = try await hanging("watch")
      let began = ContinuousClock.now
      watch.signal(signal)
      let outcome = try await watch.finish()
      #expect(began.duration(to: .now) < .prompt)
      #expect(outcome.status == .exit(0))
      #expect(outcome.error == "")
      try expectHandedBack()
    }

    @Test("A run hands back what is in hand and dies by the signal", arguments: [SIGTERM, SIGINT, SIGHUP])
    func run(signal: Int32) async throws {
      let run = try await hanging("run")
      let began = ContinuousClock.now
      run.signal(signal)
      let outcome = try await run.finish()
      #expect(began.duration(to: .now) < .prompt)
      #expect(outcome.status == .signal(signal))
      #expect(outcome.error == "")
      try expectHandedBack()
    }

    @Test("A watch ends at once while the command that prints the key takes its time")
    func slowKeyCommand() async throws {
      let mark = stage.folder.path + "/asked"
      let command = #"["sh", "-c", "touch '\#(mark)'; sleep 30; echo key"]"#
      let watch = try stage.start(
        "watch", "--api-key-command", command, environment: stage.hurried(["GEMINI_API_KEY": nil]))
      #expect(await eventually { access(mark, F_OK) == 0 })
      let began = ContinuousClock.now
      watch.signal(SIGTERM)
      #expect(try await watch.finish().status == .exit(0))
      #expect(began.duration(to: .now) < .prompt)
    }

    @Test(
      "Two signals at once end a watch too, and what it could not hand back is taken up by the next process")
    func second() async throws {
      let watch = try await hanging("watch")
      // A process that is stopped handles no signal, so both wait for it when it goes on.
      watch.signal(SIGSTOP)
      watch.signal(SIGTERM)
      watch.signal(SIGINT)
      watch.signal(SIGCONT)
      let began = ContinuousClock.now
      let status = try await watch.finish().status
      #expect(began.duration(to: .now) < .prompt)
      #expect([.exit(0), .signal(SIGTERM), .signal(SIGINT)].contains(status))
      // Whatever was not handed back is taken up by whoever comes next.
      stage.gemini.always(nil)
      #expect(try await stage.hurry("run").status == .exit(0))
      #expect(stage.files(in: "done") == ["ja/dom.txt", "kot"])
      #expect(stage.work == [])
    }

    @Test(
      "A watch that ends while the outbox is full leaves its answers to the next process, which asks nobody",
      .enabled(if: SmallDisk.isAvailable))
    func endWhileFull() async throws {
      let texts = Stage.texts(3)
      try stage.drop(texts)
      let disk = try SmallDisk(at: stage.group.path + "/outbox", in: stage.folder)
      try disk.fill()
      let watch = try stage.start("watch")
      #expect(await eventually { stage.work.count { $0.hasSuffix(".answered") } == 3 })
      #expect(await eventually { watch.writtenSoFar.error.contains("No space left") })
      let began = ContinuousClock.now
      watch.signal(SIGTERM)
      #expect(try await watch.finish().status == .exit(0))
      #expect(began.duration(to: .now) < .prompt)
      #expect(stage.files(in: "outbox") == ["filler"])
      disk.makeSpace()
      #expect(try await stage.hurry("run").status == .exit(0))
      #expect(stage.notAskedOnce(texts) == [])
      let faults = try stage.faults(after: texts)
      #expect(faults == [])
    }

    @Test("A run under nohup goes on after a hang-up")
    func nohup() async throws {
      stage.gemini.delay(.seconds(1))
      try stage.drop(["dom.txt": "dom"])
      let child = try ChildProcess.start(
        "/bin/sh", ["-c", "trap '' HUP; exec \"$0\" run", BuiltProgram.transcriptor.path],
        environment: stage.hurried)
      #expect(await stage.gemini.waits(forRequests: 1))
      child.signal(SIGHUP)
      #expect(try await child.finish().status == .exit(0))
      #expect(stage.files(in: "outbox") == ["dom.json", "dom.txt"])
    }

    @Test("SIGHUP reads the settings again; bad ones are told once and the old ones stay")
    func reload() async throws {
      let settings = stage.group.settingsPath
      let environment = stage.hurried(["TRANSCRIPTOR_TARGET_LANGUAGE": nil])
      /// Which language a text is translated into that is dropped now.
      func language(of text: String) async throws -> String? {
        try stage.drop([text + ".txt": text])
        guard await eventually({ stage.files(in: "done").contains(text + ".txt") }) else { return nil }
        return try stage.result(text + ".json").targetLanguage
      }

      try stage.drop(#"{"targetLanguage": "de"}"#.utf8, as: "settings.json")
      chmod(settings, 0o600)
      let watch = try stage.start("watch", environment: environment)
      #expect(try await language(of: "one") == "de")
      try Data(#"{"targetLanguage": "fr"}"#.utf8).write(to: URL(filePath: settings))
      #expect(try await language(of: "two") == "de")
      watch.signal(SIGHUP)
      // The signal is taken on another thread than the texts, so the first look may still be one with the old settings.
      var number = 0
      let isFrench = try await eventually {
        number += 1
        return try await language(of: "three-\(number)") == "fr"
      }
      #expect(isFrench)
      #expect(watch.writtenSoFar.error == "")

      try Data(#"{"targetLanguage": "#.utf8).write(to: URL(filePath: settings))
      watch.signal(SIGHUP)
      #expect(await eventually { watch.writtenSoFar.error.contains(settings) })
      #expect(try await language(of: "four") == "fr")
      watch.signal(SIGTERM)
      let outcome = try await watch.finish()
      #expect(outcome.status == .exit(0))
      #expect(outcome.error.split(separator: "\n").count == 1)
    }

    @Test("However often SIGHUP comes, no more texts are asked at once than the setting says")
    func reloadKeepsCount() async throws {
      stage.gemini.delay(.milliseconds(200) ... .milliseconds(600))
      try stage.drop(Stage.texts(24))
      let watch = try stage.start("watch", "--max-concurrent", "3")
      #expect(await stage.gemini.waits(forRequests: 3))
      for _ in 1...10 {
        watch.signal(SIGHUP)
        try await Task.sleep(for: .milliseconds(100))
      }
      #expect(await eventually(within: .seconds(30)) { stage.files(in: "done").count == 24 })
      #expect(stage.gemini.peakConcurrency == 3)
      watch.signal(SIGTERM)
      #expect(try await watch.finish().status == .exit(0))
    }

    @Test("A watch that was stopped for seconds, as by a suspended machine, goes on where it was")
    func suspended() async throws {
      stage.gemini.delay(.milliseconds(500))
      let texts = Stage.texts(12)
      try stage.drop(texts)
      let watch = try stage.start("watch")
      #expect(await stage.gemini.waits(forRequests: 8))
      watch.signal(SIGSTOP)
      try await Task.sleep(for: .seconds(3))
      let late = Stage.texts(3, prefix: "late")
      try stage.drop(late)
      watch.signal(SIGCONT)
      let all = texts.merging(late) { $1 }
      #expect(await eventually { stage.files(in: "done").count == all.count })
      watch.signal(SIGTERM)
      let outcome = try await watch.finish()
      #expect(outcome.status == .exit(0))
      #expect(outcome.error == "")
      #expect(stage.notAskedOnce(all) == [])
      let faults = try stage.faults(after: all)
      #expect(faults == [])
    }

    @Test(
      "A call that is never answered holds up neither other texts, nor later ones, nor status, nor the end")
    func hungCall() async throws {
      stage.gemini.script([.hang], for: "hung")
      try stage.drop(["hung.txt": "hung", "one.txt": "one"])
      let watch = try stage.start("watch", "--max-concurrent", "2")
      #expect(await eventually { stage.files(in: "done") == ["one.txt"] })
      try stage.drop(["two.txt": "two"])
      #expect(await eventually { stage.files(in: "done") == ["one.txt", "two.txt"] })
      let status = try await stage.status()
      #expect(status.inHand == 1)
      #expect(status.waiting == 0)
      let began = ContinuousClock.now
      watch.signal(SIGTERM)
      #expect(try await watch.finish().status == .exit(0))
      #expect(began.duration(to: .now) < .prompt)
      #expect(stage.files(in: "inbox") == ["hung.txt"])
      #expect(stage.work == [])
    }

    @Test("SIGHUP reads the key again")
    func reloadKey() async throws {
      let key = stage.config.keyPath
      try FileManager.default.createDirectory(atPath: stage.config.path, withIntermediateDirectories: true)
      try Data("\(GeminiStandIn.key)\n".utf8).write(to: URL(filePath: key))
      chmod(key, 0o600)
      let watch = try stage.start("watch", environment: stage.hurried(["GEMINI_API_KEY": nil]))
      try stage.drop(["one.txt": "one"])
      #expect(await eventually { stage.files(in: "done") == ["one.txt"] })
      try Data("another-key-0123456789\n".utf8).write(to: URL(filePath: key))
      watch.signal(SIGHUP)
      // The signal is taken on another thread than the texts, so the first may still be sent with the old key.
      var number = 0
      let isSentWithNewKey = try await eventually {
        number += 1
        try stage.drop(["\(number).txt": "text \(number)"])
        #expect(await stage.gemini.waits(forRequests: 1 + number))
        return stage.gemini.exchanges.last?.headers["x-goog-api-key"] == "another-key-0123456789"
      }
      #expect(isSentWithNewKey)
      watch.signal(SIGTERM)
      #expect(try await watch.finish().status == .exit(0))
      // The service refuses that key.
      #expect(stage.files(in: "inbox").contains("\(number).txt"))
      #expect(stage.files(in: "failed") == [])
    }
  }
}
