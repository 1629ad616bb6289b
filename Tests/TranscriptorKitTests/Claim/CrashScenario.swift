import TestSupport
import Testing

@testable import TranscriptorKit

/// A pass that dies, and what must be there once a healthy one came after it.
struct CrashScenario: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Every file of the group but the history's, hidden ones too.
  private(set) var files: [String]
  /// The texts that the history holds.
  private(set) var history: [String]
  /// Drops the texts.
  let prepare: @Sendable (inout SpoolStage) throws -> Void

  /// Expects the failure of the only text instead of its result.
  mutating func setAside() {
    guard let original = files.first(where: { $0.hasPrefix("done/") }) else { return }
    let path = "failed/" + original.dropFirst("done/".count)
    files = [path, path + ResultNames.errorEnding]
    history = []
  }

  static let result = CrashScenario(
    testDescription: "a result",
    files: ["done/ja/hello.md", "outbox/ja/hello.md.json", "outbox/ja/hello.md.txt"], history: ["kot"]
  ) { stage in
    try stage.drop("ja/hello.md", "kot")
  }

  static let failure = CrashScenario(
    testDescription: "a failure", files: ["failed/ja/bad.txt", "failed/ja/bad.txt.error.json"], history: []
  ) { stage in
    try stage.drop("ja/bad.txt", "\0")
  }

  static let deleted = CrashScenario(
    testDescription: "a result whose name is taken and whose original is deleted",
    files: ["outbox/hello-2.json", "outbox/hello-2.txt", "outbox/hello.json"], history: ["kot"]
  ) { stage in
    stage.settings.originals = .delete
    try stage.write("outbox/hello.json", Array("{}".utf8))
    try stage.drop("hello.txt", "kot")
  }

  static let batch = CrashScenario(
    testDescription: "several texts in one batch",
    files: [
      "done/a.txt", "done/b.md", "done/ja/a.txt", "failed/bad", "failed/bad.error.json", "outbox/a.json",
      "outbox/a.txt", "outbox/b.md.json", "outbox/b.md.txt", "outbox/ja/a.json", "outbox/ja/a.txt",
    ], history: ["kot", "lis", "pies"]
  ) { stage in
    stage.engine.prepare("zły", .trouble(blocked), .trouble(blocked))
    for (path, text) in [("a.txt", "kot"), ("b.md", "pies"), ("ja/a.txt", "lis"), ("bad", "zły")] {
      try stage.drop(path, text)
    }
  }

  static let waiting = CrashScenario(
    testDescription: "a text that the service can't answer at first",
    files: ["done/ja/a.txt", "outbox/ja/a.json", "outbox/ja/a.txt"], history: ["kot"]
  ) { stage in
    let busy = TranslationTrouble(.service(retryAfter: nil), "Busy.", hint: "Wait.", attempts: 1)
    stage.engine.prepare("kot", .trouble(busy))
    try stage.drop("ja/a.txt", "kot")
  }

  static let refusedName = CrashScenario(
    testDescription: "texts whose names the folders of results refuse",
    files: [
      "done/ja/12%3A30/a%3Ab.md", "done/\(long).md", "failed/c%3Ad", "failed/c%3Ad.error.json",
      "outbox/ja/12%3A30/a%3Ab.md.json", "outbox/ja/12%3A30/a%3Ab.md.txt", "outbox/\(short).md.json",
      "outbox/\(short).md.txt",
    ], history: ["kot", "pies"]
  ) { stage in
    stage.engine.prepare("zły", .trouble(blocked), .trouble(blocked))
    for (path, text) in [("\(long).md", "kot"), ("ja/12:30/a:b.md", "pies"), ("c:d", "zły")] {
      try stage.drop(path, text)
    }
  }

  private static let long = String(repeating: "x", count: 200)
  private static let short = String(repeating: "x", count: 116)

  static let all = [result, failure, deleted, batch, waiting]

  /// The trouble of a text that is refused.
  static let blocked = TranslationTrouble(.item(.blocked), "Refused.", hint: "Change it.", attempts: 1)
}
