import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("Making an outcome ready")
struct StagingTests {
  private let own: ClaimStage

  init() throws { own = try ClaimStage() }

  private var names: [String] { Files.names(below: own.run.path) }

  @Test("A result's files wait beside the claim, under the number that the pair would get now")
  func result() throws {
    let claim = try own.claim("ja/a.txt")
    let written = try own.staging(claim).write(ClaimStage.translated(), destination: own.folders.outbox)
    #expect(names == ["1.1.json", "1.claimed/original/ja/a.txt", "1.text"])
    #expect(written.number == 1)
    #expect(written.files.count == 2)
    #expect(try own.staging(claim).waitingNumber(in: .answered) == 1)
    #expect(try own.staging(claim).waitingNumber(in: .refused) == nil)
  }

  @Test("Names that are taken are passed over", arguments: ["json", "txt"])
  func taken(ending: String) throws {
    let claim = try own.claim("ja/a.txt")
    try own.stage.write("outbox/ja/a.\(ending)", [])
    let written = try own.staging(claim).write(ClaimStage.translated(), destination: own.folders.outbox)
    #expect(written.number == 2)
    #expect(names == ["1.2.json", "1.claimed/original/ja/a.txt", "1.text"])
  }

  @Test("A failure's error waits beside the claim, and the text's path stays known")
  func failure() throws {
    let claim = try own.claim("ja/a.txt")
    _ = try own.staging(claim).write(ClaimStage.refused("ja/a.txt"), destination: own.folders.failed)
    #expect(names == ["1.1.error", "1.claimed/original/ja/a.txt", "1.path"])
    #expect(try own.run.read(FileName("1.path"), limit: 100).bytes == Array("ja/a.txt".utf8))
  }

  @Test("What an earlier try left is removed, and nothing of another claim")
  func discard() throws {
    let claims = try (1...11).map { try own.claim("\($0).txt") }
    for claim in claims {
      _ = try own.staging(claim).write(ClaimStage.translated(), destination: own.folders.outbox)
    }
    let before = names
    try own.staging(claims[0]).discard()
    #expect(names == before.filter { $0 != "1.1.json" && $0 != "1.text" })
    #expect(names.contains("11.1.json"))
    _ = try own.staging(claims[0]).write(ClaimStage.refused("1.txt"), destination: own.folders.failed)
    try Staging.removeAll(number: 1, in: own.run)
    #expect(names.filter { $0.hasPrefix("1.") } == ["1.claimed/original/1.txt"])
  }

  @Test("The original's full name is kept exactly where the result's had to be cut", arguments: [250, 251])
  func originalName(length: Int) throws {
    let name = String(repeating: "a", count: length) + ".txt"
    let claim = try own.claim(name)
    _ = try own.staging(claim).write(ClaimStage.translated(), destination: own.folders.outbox)
    let bytes = try own.run.read(FileName("1.1.json"), limit: 1 << 20).bytes
    let result = try JSONDecoder().decode(TranslationResult.self, from: Data(bytes))
    #expect(result.originalName == (length == 251 ? name : nil))
  }
}
