import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

@Suite("Names that the folders of results refuse")
struct RefusedNameTests {
  private let stage: Stage

  init() throws { stage = try Stage() }

  private func mount(_ kind: PickyDisk.Kind) async throws -> [PickyDisk] {
    var disks: [PickyDisk] = []
    for name in ["outbox", "done", "failed"] {
      disks.append(try await PickyDisk(kind, at: stage.group.path + "/" + name, in: stage.folder))
    }
    chmod(stage.group.path, 0o700)
    return disks
  }

  @Test(
    "What Windows refuses in a name is written as %XX, the result has the true name, and kills lose nothing",
    .enabled(if: !PickyDisk.Kind.ofCharacters.isEmpty, "no such file system can be mounted here"),
    arguments: PickyDisk.Kind.ofCharacters)
  func characters(kind: PickyDisk.Kind) async throws {
    let disks = try await mount(kind)
    let texts = [
      "12:30 \"call\"?.txt": "one", "a:b/c*.md": "two", "100% <%3A>.txt": "three", "CON.txt": "four",
      "dot.": "five", "tab\t.txt": "six", "plain 50%3A.txt": "seven",
    ]
    try stage.drop(texts)
    try stage.drop([0], as: "inbox/bad?.bin")
    for pause in [100, 200] {
      let watch = try stage.start("watch", "--max-concurrent", "2")
      try await Task.sleep(for: .milliseconds(pause))
      watch.signal(SIGKILL)
      _ = try await watch.finish()
    }
    let outcome = try await stage.hurry("run")
    #expect([.exit(0), .exit(1)].contains(outcome.status), "\(outcome.error)")
    #expect(stage.files(in: "inbox") == [])
    #expect(stage.work == [])
    let stems = [
      "100% %3C%253A%3E", "12%3A30 %22call%22%3F", "%43ON", "a%3Ab/c%2A.md", "dot.", "plain 50%3A", "tab%09",
    ]
    let visible = stage.files(in: "outbox").filter { !$0.contains(".transcriptor-") }
    #expect(visible == stems.flatMap { [$0 + ".json", $0 + ".txt"] }.sorted())
    let results = try stems.map { try stage.result($0 + ".json") }
    #expect(Dictionary(results.map { ($0.clientIdentifier, $0.sourceText) }) { $1 } == texts)
    #expect(results.filter { $0.originalName == "CON.txt" }.count == 1)
    #expect(results.allSatisfy { ($0.originalName == nil) == ["five", "seven"].contains($0.sourceText) })
    let done = stems.map { ["a%3Ab/c%2A.md": $0, "dot.": "dot%2E"][$0] ?? $0 + ".txt" }
    #expect(stage.files(in: "done").filter { !$0.contains(".transcriptor-") } == done.sorted())
    #expect(stage.files(in: "failed") == ["bad%3F.bin", "bad%3F.bin.error.json"])
    #expect(try stage.failure("bad%3F.bin.error.json").clientIdentifier == "bad?.bin")
    #expect(try await stage.hurry("retry", "bad%3F.bin").status == .exit(0))
    #expect(stage.files(in: "inbox") == ["bad%3F.bin"])
    #expect(stage.files(in: "failed") == [])
    withExtendedLifetime(disks) {}
  }

  @Test(
    "Names that differ in case alone have results of their own where the file system takes them for one",
    .enabled(if: !PickyDisk.Kind.ignoringCase.isEmpty, "no such file system can be mounted here"),
    arguments: PickyDisk.Kind.ignoringCase)
  func letterCase(kind: PickyDisk.Kind) async throws {
    let disks = try await mount(kind)
    try stage.drop(["Word.txt": "one", "word.txt": "two"])
    #expect(try await stage.hurry("run").status == .exit(0))
    for (folder, count) in [("outbox", 4), ("done", 2)] {
      let names = stage.files(in: folder)
      #expect(names.count == count && names.count { $0.contains("-2.") } == count / 2, "\(names)")
    }
    let jsons = stage.files(in: "outbox").filter { $0.hasSuffix(".json") }
    #expect(Set(try jsons.map { try stage.result($0).sourceText }) == ["one", "two"])
    withExtendedLifetime(disks) {}
  }

  @Test(
    "Names that are too long for the file system are cut, and the result has the whole one",
    .enabled(if: !PickyDisk.Kind.ofLength.isEmpty, "no such file system can be mounted here"),
    arguments: PickyDisk.Kind.ofLength)
  func length(kind: PickyDisk.Kind) async throws {
    let disks = try await mount(kind)
    let start = String(repeating: "ż", count: 120)
    let folder = String(repeating: "f", count: 220)
    let texts = [start + "1.txt": "one", start + "2.txt": "two", folder + "/a.txt": "three", "b.txt": "four"]
    try stage.drop(texts)
    try stage.drop([0], as: "inbox/\(start).bin")
    let outcome = try await stage.hurry("run")
    #expect(outcome.status == .exit(1), "\(outcome.error)")
    #expect(stage.files(in: "inbox") == [])
    #expect(stage.work == [])
    let jsons = stage.files(in: "outbox").filter { $0.hasSuffix(".json") }
    let results = try jsons.map { try stage.result($0) }
    #expect(Dictionary(results.map { ($0.clientIdentifier, $0.sourceText) }) { $1 } == texts)
    #expect(Set(results.compactMap(\.originalName)) == [start + "1.txt", start + "2.txt"])
    #expect(stage.files(in: "done").count == 4)
    let failed = stage.files(in: "failed")
    #expect(failed.count == 2 && failed[1] == failed[0] + ".error.json", "\(failed)")
    withExtendedLifetime(disks) {}
  }

  @Test(
    "A run over a folder finds the results again that had to get other names, and asks for nothing twice",
    .enabled(if: PickyDisk.Kind.ntfs.isAvailable && PickyDisk.Kind.gocryptfs.isAvailable),
    arguments: [PickyDisk.Kind.ntfsIgnoringCase, .gocryptfs])
  func reading(kind: PickyDisk.Kind) async throws {
    let (texts, outbox) = (stage.folder.path + "/texts", stage.folder.path + "/results")
    for name in ["a:b/12:30.txt", String(repeating: "x", count: 200) + ".md", "c.txt"] {
      try Files.write("dom", to: texts + "/" + name)
    }
    try Files.write("\0", to: texts + "/bad?.bin")
    let disk = try await PickyDisk(kind, at: outbox, in: stage.folder)
    mkdir(stage.group.path, 0o700)
    let failures = try await PickyDisk(kind, at: stage.group.path + "/failed", in: stage.folder)
    #expect(try await stage.hurry("run", texts, "--outbox", outbox).status == .exit(1))
    #expect(stage.gemini.requestCount == 3)
    let written = Stage.files(below: outbox)
    #expect(written.count == 6)
    #expect(try await stage.hurry("run", texts, "--outbox", outbox).status == .exit(0))
    #expect(stage.gemini.requestCount == 3)
    #expect(Stage.files(below: outbox) == written)
    #expect(stage.files(in: "failed").count == 1)
    withExtendedLifetime((disk, failures)) {}
  }
}
