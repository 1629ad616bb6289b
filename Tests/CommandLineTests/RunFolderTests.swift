import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

@Suite("transcriptor run DIR")
struct RunFolderTests {
  private let stage: Stage
  private let folder: String

  init() throws {
    stage = try Stage()
    folder = stage.folder.path + "/texts"
    try write("dom", to: "dom.txt")
    try write("kot", to: "ja/kot")
    try write("never", to: "half.part")
  }

  /// Writes a text of the folder that is to be read.
  private func write(_ text: String, to name: String) throws {
    let place = URL(filePath: folder + "/" + name)
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: place)
  }

  /// Everything that the kernel knows of the folder and what is in it, but the times of reading.
  private func everything() throws -> [String: String] {
    var known: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) + ["."] {
      var status = stat()
      try #require(lstat(folder + "/" + name, &status) == 0)
      known[name] =
        "\(status.st_ino) \(status.st_mode) \(status.st_uid) \(status.st_nlink) \(status.st_size)"
        + " \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec) \(status.st_ctim.tv_sec).\(status.st_ctim.tv_nsec)"
    }
    return known
  }

  @Test("The folder is only read, its results are in the group's outbox, and a second run has nothing to do")
  func readOnly() async throws {
    try await Task.sleep(for: .milliseconds(100))
    let before = try everything()
    let outcome = try await stage.hurry("run", folder, "--json")
    #expect(outcome.status == .exit(0))
    #expect(outcome.error == "")
    #expect(try decode([String: Int].self, outcome.output) == ["translated": 2, "failed": 0, "waiting": 0])
    #expect(try everything() == before)
    #expect(stage.files(in: "outbox") == ["dom.json", "dom.txt", "ja/kot.json", "ja/kot.txt"])
    #expect(try stage.result("ja/kot.json").targetLanguage == "ja")
    #expect(try stage.result("ja/kot.json").clientIdentifier == "ja/kot")
    for name in ["inbox", "done", "failed"] { #expect(stage.files(in: name) == []) }

    let again = try await stage.hurry("run", folder, "--json")
    #expect(again.status == .exit(0))
    #expect(try decode([String: Int].self, again.output)["translated"] == 0)
    #expect(stage.gemini.requestCount == 2)
    #expect(stage.files(in: "outbox").count == 4)
    #expect(try everything() == before)
    let work = stage.work.filter { !$0.hasPrefix("reading-") }
    #expect(work == [])
  }

  @Test("Each text of the folder is sent once, however long the answers take")
  func once() async throws {
    try write("pies", to: "pies.txt")
    stage.gemini.delay(.milliseconds(800))
    #expect(try await stage.hurry("run", folder).status == .exit(0))
    #expect(stage.gemini.requestCount == 3)
    #expect(stage.files(in: "outbox").count == 6)
  }

  @Test("A text that changed, and one whose settings changed, gets a further result beside the old")
  func changed() async throws {
    #expect(try await stage.hurry("run", folder).status == .exit(0))
    try write("dom drugi", to: "dom.txt")
    #expect(try await stage.hurry("run", folder).status == .exit(0))
    #expect(stage.gemini.exchanges.map(\.text).suffix(1) == ["dom drugi"])
    #expect(stage.gemini.requestCount == 3)
    #expect(try stage.result("dom.json").sourceText == "dom")
    #expect(try stage.result("dom-2.json").sourceText == "dom drugi")
    #expect(try await stage.hurry("run", folder, "--detail", "detailed").status == .exit(0))
    #expect(stage.gemini.requestCount == 5)
    #expect(try stage.result("dom-3.json").detailLevel == "detailed")
    // The text is again what it was at first, and that result is still there.
    try write("dom", to: "dom.txt")
    #expect(try await stage.hurry("run", folder).status == .exit(0))
    #expect(stage.gemini.requestCount == 5)
  }

  @Test("The outbox may be any folder, also on another file system, and is made where it is missing")
  func outbox() async throws {
    let memory = TemporaryFolder(inMemory: true)
    for outbox in [stage.folder.path + "/new", memory.path + "/new"] {
      #expect(try await stage.hurry("run", folder, "--outbox", outbox).status == .exit(0))
      #expect(Stage.files(below: outbox) == ["dom.json", "dom.txt", "ja/kot.json", "ja/kot.txt"])
      let asked = stage.gemini.requestCount
      #expect(try await stage.hurry("run", folder, "--outbox", outbox + "/../new").status == .exit(0))
      #expect(stage.gemini.requestCount == asked)
    }
    #expect(stage.gemini.requestCount == 4)
    #expect(stage.files(in: "outbox") == [])
  }

  @Test("What fails leaves its error alone in failed and is not tried again before something changes")
  func failing() async throws {
    for _ in 1...5 { stage.gemini.script([.finish("SAFETY")], for: "dom") }
    let before = try everything()
    let outcome = try await stage.hurry("run", folder)
    #expect(outcome.status == .exit(1))
    #expect(stage.files(in: "failed") == ["dom.txt.error.json"])
    #expect(try stage.failure("dom.txt.error.json").clientIdentifier == "dom.txt")
    #expect(try everything() == before)

    func asks(_ count: Int, _ arguments: String...) async throws -> Bool {
      let asked = stage.gemini.requests(for: "dom")
      _ = try await BuiltProgram.transcriptor.run(["run", folder] + arguments, environment: stage.hurried)
      return stage.gemini.requests(for: "dom") == asked + count
    }
    #expect(try await asks(0))
    // Neither a new time nor a new place of the same bytes is a change.
    try write("dom", to: "dom.txt")
    #expect(try await asks(0))
    #expect(try await asks(1, "--to", "de"))
    #expect(try await stage.hurry("retry", "dom.txt").status == .exit(0))
    #expect(stage.files(in: "failed") == [])
    #expect(stage.files(in: "inbox") == [])
    #expect(try await asks(1))
    #expect(try await stage.hurry("retry", "--all").status == .exit(0))
    #expect(try await asks(1))
    try write("dom!", to: "dom.txt")
    #expect(try await stage.hurry("run", folder).status == .exit(0))
    #expect(stage.files(in: "failed") == [])
    #expect(try stage.result("dom.json").sourceText == "dom!")
  }

  @Test("An outbox inside or around the folder is refused before anything is made or asked")
  func overlapping() async throws {
    let link = stage.folder.path + "/link"
    #expect(symlink(folder, link) == 0)
    let before = try everything()
    for outbox in [folder, folder + "/out", folder + "/ja", stage.folder.path, link, link + "/out/"] {
      let outcome = try await stage.hurry("run", folder, "--outbox", outbox)
      #expect(outcome.status == .exit(64), "\(outbox)")
      #expect(outcome.error.contains("--outbox"))
    }
    #expect(try await stage.hurry("run", stage.group.path + "/outbox").status != .exit(0))
    #expect(try await stage.hurry("run", stage.folder.path).status == .exit(64))
    #expect(try everything() == before)
    #expect(stage.gemini.requestCount == 0)
  }

  @Test("A folder that is not there or can't be read is exit status 66")
  func missing() async throws {
    for name in ["/none", "/dom.txt"] {
      let outcome = try await stage.hurry("run", folder + name)
      #expect(outcome.status == .exit(66))
      #expect(outcome.error.contains(folder + name))
    }
    #expect(stage.gemini.requestCount == 0)
  }

  @Test("An interrupted run leaves the folder as it was and nothing behind")
  func interrupted() async throws {
    stage.gemini.always(.hang)
    let before = try everything()
    let run = try stage.start("run", folder)
    #expect(await stage.gemini.waits(forRequests: 2))
    run.signal(SIGTERM)
    #expect(try await run.finish().status == .signal(SIGTERM))
    #expect(try everything() == before)
    #expect(stage.work.filter { !$0.hasPrefix("reading-") } == [])
    stage.gemini.always(nil)
    #expect(try await stage.hurry("run", folder).status == .exit(0))
    #expect(stage.files(in: "outbox").count == 4)
  }
}
