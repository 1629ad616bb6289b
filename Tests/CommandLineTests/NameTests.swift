import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

@Suite("Names of texts")
struct NameTests {
  private let stage: Stage

  init() throws {
    stage = try Stage()
    try stage.drop([], as: "inbox/.here")
  }

  /// Drops a text under a name of any bytes.
  private func drop(_ text: String, as name: [UInt8]) throws {
    let path = Array((stage.group.path + "/inbox/").utf8) + name + [0]
    let file = open(path.map(CChar.init(bitPattern:)), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    try #require(file >= 0)
    defer { close(file) }
    let bytes = Array(text.utf8)
    try #require(write(file, bytes, bytes.count) == bytes.count)
  }

  /// The names in a folder of the group as the kernel has them; two that look the same are not taken for one.
  private func names(in folder: String) throws -> Set<[UInt8]> {
    let stream = try #require(opendir(stage.group.path + "/" + folder))
    defer { closedir(stream) }
    var names: Set<[UInt8]> = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in Array(bytes.prefix { $0 != 0 }) }
      if name.first != UInt8(ascii: ".") { names.insert(name) }
    }
    return names
  }

  @Test(
    "Whatever a name holds, its result has the same one, and no byte of it commands a terminal",
    arguments: [
      "two words  .txt", "line\nbreak.txt", "😀🇵🇱.txt", "-rf.txt", "--help", "'quoted' \"twice\".txt",
      "$(id).txt",
      "`id`;&|*.txt", "back\\slash.txt", "%41%FF.txt", "\u{1B}[2J\u{1B}]0;x\u{7}.txt", "\u{202E}txt.exe",
      "tab\there.md", ".txt", "dot..txt", "ends.", "\u{85}\u{9B}31m.txt", "\u{2028}.txt", "no-extension",
    ])
  func odd(name: String) async throws {
    // A leading dot would hide it.
    let name = name == ".txt" ? "a.txt" : name
    try drop("dom", as: Array(name.utf8))
    try drop("\u{0}", as: Array("bad \(name)".utf8))
    let outcome = try await stage.hurry("run", "--verbose")
    #expect(outcome.status == .exit(1))
    let stem = name.hasSuffix(".txt") ? String(name.dropLast(4)) : name
    #expect(try names(in: "outbox") == [Array("\(stem).txt".utf8), Array("\(stem).json".utf8)])
    #expect(try names(in: "done") == [Array(name.utf8)])
    #expect(try names(in: "failed") == [Array("bad \(name)".utf8), Array("bad \(name).error.json".utf8)])
    #expect(try names(in: "inbox") == [])
    #expect(Array(try stage.result("\(stem).json").clientIdentifier.utf8) == Array(name.utf8))

    let json = try await stage.hurry("status", "--json").output
    for told in [outcome.error, try await stage.hurry("status").output, json] {
      let lines = told.split(separator: "\n", omittingEmptySubsequences: false).joined()
      #expect(lines.unicodeScalars.allSatisfy { !Self.isDangerous($0) })
    }
    #expect(
      outcome.error.split(separator: "\n").allSatisfy { $0.hasPrefix("transcriptor: ") || $0.hasPrefix("  ") }
    )
  }

  private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || (0x2028...0x202E).contains(scalar.value)
      || (0x2066...0x2069).contains(scalar.value)
  }

  @Test("A name that is not UTF-8 keeps its bytes, and JSON has them too")
  func notUTF8() async throws {
    let name: [UInt8] = [0x62, 0xFF, 0x9B, 0x64]
    try drop("dom", as: name + Array(".txt".utf8))
    try drop("\u{0}", as: name)
    let outcome = try await stage.hurry("run")
    #expect(outcome.status == .exit(1))
    #expect(outcome.error.hasPrefix("transcriptor: b%FF%9Bd: "))
    #expect(try names(in: "outbox") == [name + Array(".txt".utf8), name + Array(".json".utf8)])
    #expect(try names(in: "failed") == [name, name + Array(".error.json".utf8)])
    #expect(try names(in: "done") == [name + Array(".txt".utf8)])

    let path = Array((stage.group.path + "/outbox/").utf8) + name + Array(".json".utf8) + [0]
    let file = open(path.map(CChar.init(bitPattern:)), O_RDONLY | O_CLOEXEC)
    try #require(file >= 0)
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(file, &buffer, buffer.count)
    let result = try JSONDecoder().decode(WrittenResult.self, from: Data(buffer.prefix(max(0, count))))
    #expect(result.clientIdentifier == "b%FF%9Bd.txt")
    #expect(result.nameBytes.map { Array($0) } == name + Array(".txt".utf8))

    #expect(try await stage.hurry("retry", "b%FF%9Bd").status == .exit(0))
    #expect(try names(in: "failed") == [])
    #expect(try names(in: "inbox") == [name])
  }

  @Test("Names that only look the same have results of their own")
  func twins() async throws {
    let composed = Array("\u{E9}.txt".utf8)
    let decomposed = Array("e\u{301}.txt".utf8)
    try drop("composed", as: composed)
    try drop("decomposed", as: decomposed)
    #expect(try await stage.hurry("run").status == .exit(0))
    #expect(try names(in: "done") == [composed, decomposed])
    #expect(try names(in: "outbox").count == 4)
    #expect(stage.gemini.requestCount == 2)
  }

  @Test("Names that differ by their ending alone have results of their own, and nothing is overwritten")
  func endings() async throws {
    try stage.drop(["hello.txt": "one", "hello.md": "two", "hello": "three", "hello.TXT": "four"])
    try stage.drop("mine".utf8, as: "outbox/hello.md.txt")
    try stage.drop("mine".utf8, as: "done/hello")
    #expect(try await stage.hurry("run").status == .exit(0))
    let results = stage.files(in: "outbox").filter { $0.hasSuffix(".json") }
    #expect(results == ["hello-2.json", "hello-3.json", "hello.json", "hello.md-2.json"])
    var told: [String: String] = [:]
    for name in results {
      let result = try stage.result(name)
      told[result.clientIdentifier] = result.sourceText
      let shown = String(decoding: try stage.bytes("outbox/" + name.dropLast(5) + ".txt"), as: UTF8.self)
      #expect(shown.contains(GeminiRecord.translation(of: result.sourceText)))
    }
    #expect(told == ["hello.txt": "one", "hello.md": "two", "hello": "three", "hello.TXT": "four"])
    #expect(try stage.bytes("outbox/hello.md.txt") == Array("mine".utf8))
    #expect(stage.files(in: "done") == ["hello", "hello-2", "hello.TXT", "hello.md", "hello.txt"])
    #expect(try stage.bytes("done/hello") == Array("mine".utf8))
  }

  @Test(
    "A name as long as names may be has a result, and the result has the whole name",
    arguments: ["a", "ż", "😀"])
  func longest(letter: String) async throws {
    let stem = String(repeating: letter, count: 251 / letter.utf8.count)
    let name = stem + String(repeating: "-", count: 251 - stem.utf8.count) + ".txt"
    try #require(name.utf8.count == 255)
    try stage.drop([name: "dom"])
    try stage.drop([0], as: "inbox/" + name.dropLast(4) + ".bin")
    #expect(try await stage.hurry("run").status == .exit(1))
    let files = stage.files(in: "outbox")
    #expect(files.count == 2)
    #expect(files.allSatisfy { $0.utf8.count <= 255 && !$0.contains("\u{FFFD}") })
    let result = try stage.result(try #require(files.first { $0.hasSuffix(".json") }))
    #expect(result.originalName == name)
    #expect(result.clientIdentifier == name)
    #expect(stage.files(in: "done") == [name])
    let failed = stage.files(in: "failed")
    #expect(failed.count == 2)
    let error = try #require(failed.first { $0.hasSuffix(".error.json") })
    #expect(try stage.failure(error).clientIdentifier == name.dropLast(4) + ".bin")
    #expect(try stage.bytes("failed/" + error.dropLast(".error.json".count)) == [0])
    #expect(try await stage.hurry("retry", "--all").status == .exit(0))
    #expect(stage.files(in: "failed") == [])
  }

  @Test("A folder may have the name that an earlier text had, and the other way round")
  func folders() async throws {
    try stage.drop(["ja": "one", "notes": "two"])
    try stage.drop([0], as: "inbox/bad")
    #expect(try await stage.hurry("run").status == .exit(1))
    try stage.drop([
      "ja/word.txt": "three", "notes.txt/word.txt": "four", "notes.json/word": "five", "good.txt": "six",
    ])
    try stage.drop([0], as: "inbox/bad/bad")
    let outcome = try await stage.hurry("run")
    #expect(outcome.status == .exit(1))
    #expect(outcome.error.split(separator: "\n").count == 2)
    #expect(Set(stage.gemini.exchanges.compactMap(\.text)) == ["one", "two", "three", "four", "five", "six"])
    #expect(stage.files(in: "inbox").filter { !$0.hasPrefix(".") } == [])
    #expect(stage.work == [])
    let results = stage.files(in: "outbox").filter { $0.hasSuffix(".json") }
    #expect(Set(try results.map { try stage.result($0).sourceText }).count == 6)
    #expect(stage.files(in: "done").count == 6)
    #expect(stage.files(in: "failed").count == 4)
  }
}
