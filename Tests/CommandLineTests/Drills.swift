import FoundationEssentials
import TestSupport
import Testing
import TranscriptorKit

/// The tests with hundreds of texts, and those that look at the clock: one at a time, so that none takes the time of
/// another.
@Suite("Drills", .serialized)
enum Drills {}

extension Stage {
  /// So many texts that differ from one another, by the paths they are to be dropped under.
  static func texts(_ count: Int, prefix: String = "text", folder: String = "") -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: (1...count).map { ("\(folder)\(prefix)-\($0).txt", "słowo \(prefix) \($0)") })
  }

  /// The path of a text's result below the outbox.
  static func json(of path: String) -> String {
    (path.hasSuffix(".txt") ? String(path.dropLast(4)) : path) + ".json"
  }

  /// What is wrong with the group after all of some texts were translated and nothing else: empty where each has
  /// exactly one result that is its own, and nothing is left over anywhere.
  func faults(after texts: [String: String]) throws -> [String] {
    var faults: [String] = []
    func expect(_ isRight: Bool, _ fault: String) { if !isRight { faults.append(fault) } }

    for (path, text) in texts {
      let stem = String(Self.json(of: path).dropLast(5))
      guard let result = try? result(stem + ".json") else {
        faults.append("no result of \(path)")
        continue
      }
      let translation = GeminiRecord.translation(of: text)
      expect(result.sourceText == text, "\(stem).json is of another text: \(result.sourceText)")
      expect(result.clientIdentifier == path, "\(stem).json is of \(result.clientIdentifier)")
      expect(result.engine == "gemini", "\(stem).json is of \(result.engine)")
      expect(result.translatedText.contains(translation), "\(stem).json: \(result.translatedText)")
      let shown = (try? bytes("outbox/\(stem).txt")).map { String(decoding: $0, as: UTF8.self) } ?? ""
      expect(shown.contains(translation), "\(stem).txt: \(shown)")
      expect((try? bytes("done/" + path)) == Array(text.utf8), "done/\(path) is not what was dropped")
    }
    expect(files(in: "outbox").count == 2 * texts.count, "\(files(in: "outbox").count) files in outbox")
    expect(files(in: "done").count == texts.count, "\(files(in: "done").count) files in done")
    for folder in ["inbox", "failed"] { faults += files(in: folder).map { "left over: \(folder)/\($0)" } }
    faults += work.map { "left over: .work/\($0)" }
    // The database's own companions stay as long as no process closes it in order (https://sqlite.org/wal.html).
    let known: Set = ["inbox", "outbox", "failed", "done", ".work", "settings.json", ".history.sqlite.lock"]
    let entries = try FileManager.default.contentsOfDirectory(atPath: group.path)
    faults += entries.filter { !known.contains($0) && !$0.hasPrefix("history.sqlite") }.map {
      "left over: \($0)"
    }
    return faults
  }

  /// Texts that were not asked exactly once.
  func notAskedOnce(_ texts: [String: String]) -> [String] {
    let asked = gemini.exchanges.compactMap(\.text).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    let wrong = Set(texts.values).union(asked.keys).filter { asked[$0] != 1 }
    return wrong.map { "\($0): \(asked[$0] ?? 0)" }.sorted()
  }
}
