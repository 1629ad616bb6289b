import FoundationEssentials
import Glibc
import TestSupport
import Testing
import TranscriptorKit

@Suite("inbox-example/try", .enabled(if: Project.hasDictionaries))
struct InboxExampleTests {
  private let standIns = ProgramStandIns()
  private let folder = TemporaryFolder()
  private let example: String

  /// Takes a copy of the examples, so that a test can change them.
  init() throws {
    example = folder.path + "/project/inbox-example"
    mkdir(folder.path + "/project", 0o700)
    try FileManager.default.copyItem(atPath: Project.path + "/inbox-example", toPath: example)
    mkdir(folder.path + "/tmp", 0o700)
  }

  private func run(
    _ variables: [String: String] = [:], programs: String? = BuiltProgram.transcriptor.folder
  ) async throws -> ChildProcess.Outcome {
    let environment = ["HOME": folder.path, "PATH": standIns.searchPath, "TMPDIR": folder.path + "/tmp"]
    return try await ChildProcess.run(
      example + "/try", programs.map { ["--programs", $0] } ?? [],
      environment: environment.merging(variables) { $1 }, folder: "/")
  }

  /// The group that the script made.
  private func group() throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/tmp")
    return "\(folder.path)/tmp/\(try #require(names.count == 1 ? names[0] : nil))/Transcriptor"
  }

  private func files(_ path: String) throws -> Set<String> {
    let names = try FileManager.default.subpathsOfDirectory(atPath: path)
    return Set(names.filter { (try? Data(contentsOf: URL(filePath: path + "/" + $0))) != nil })
  }

  /// What the dictionaries of Debian 12 say of the examples: source language and leading meaning.
  private static let expected = [
    "Bahnhof": ("Немецкий (de)", "вокзал"), "bonjour": ("Французский (fr)", "доброе утро"),
    "butterfly": ("Английский (en)", "бабочка"), "dzien dobry": ("Польский (pl)", "доброе утро"),
    "en/truskawka": ("Polish (pl)", "strawberry"), "farfalla": ("Итальянский (it)", "бабочка"),
    "fjaril": ("Шведский (sv)", "бабочка"), "hope": ("Английский (en)", "надежда"),
    "motyl": ("Польский (pl)", "бабочка"), "zamek": ("Польский (pl)", "замок"),
  ]

  @Test("All examples are translated but the one that can't be, and nothing is installed where all is there")
  func translates() async throws {
    for name in ["apt-get", "sudo", "swift", "curl"] { try standIns.add(name) }
    let outcome = try await run()
    #expect(outcome.status == .exit(0), "\(outcome.output)\(outcome.error)")
    #expect(try standIns.calls() == [])
    let group = try group()
    let names = Self.expected.keys.flatMap { ["outbox/\($0).json", "outbox/\($0).txt"] }
    #expect(
      try files(group).filter { $0.hasPrefix("outbox/") || $0.hasPrefix("failed/") || $0.hasPrefix("inbox/") }
        == Set(names + ["failed/word-1998.txt", "failed/word-1998.txt.error.json"]))

    for (name, (language, meaning)) in Self.expected {
      let json = try String(contentsOf: URL(filePath: "\(group)/outbox/\(name).json"), encoding: .utf8)
      let result = try decode(TranslationResult.self, json)
      #expect(result.clientIdentifier == name + ".txt")
      let isDetailed = ["hope", "zamek"].contains(name)
      let source = try Project.text(of: "inbox-example/\(isDetailed ? "detailed" : "inbox")/\(name).txt")
      #expect(result.sourceText + "\n" == source)
      #expect(result.meta.sourceLanguage == language)
      #expect(result.meta.shortTranslation.hasPrefix(meaning))
      #expect(result.meta.translatedText.contains("\n1. ") == isDetailed)
      #expect(result.detailLevel == (isDetailed ? .detailed : .standard))
      #expect(result.engine == .onDevice)
      let shown = try String(contentsOf: URL(filePath: "\(group)/outbox/\(name).txt"), encoding: .utf8)
      #expect(shown == ResultFormatter.text(for: result))
      // What is shown is what lies there.
      for line in shown.split(separator: "\n") { #expect(outcome.output.contains("   " + line)) }
    }
    #expect(outcome.output.contains("\"code\": \"not-text\""))
    #expect(access(folder.path + "/.local", F_OK) != 0)
    #expect(try files(Project.path + "/inbox-example/detailed") == ["hope.txt", "zamek.txt"])
  }

  @Test("With a key it goes through Gemini, and needs no dictionary")
  func gemini() async throws {
    let gemini = try GeminiStandIn()
    try standIns.add("dpkg-query", "exit 1")
    try standIns.add("apt-get")
    let outcome = try await run([
      "GEMINI_API_KEY": GeminiStandIn.key, "TRANSCRIPTOR_BASE_URL": gemini.baseURL,
    ])
    #expect(outcome.status == .exit(0), "\(outcome.output)\(outcome.error)")
    #expect(try standIns.calls() == [])
    let json = try String(contentsOf: URL(filePath: group() + "/outbox/motyl.json"), encoding: .utf8)
    #expect(try decode(TranslationResult.self, json).engine == .gemini)
  }

  @Test("Another text that can't be translated, or none, is a failure")
  func failure() async throws {
    let bad = example + "/inbox/word-1998.txt"
    let kept = folder.path + "/kept"
    #expect(rename(bad, kept) == 0)
    let none = try await run()
    #expect(none.status == .exit(1))
    #expect(none.error.contains("the status is 0"))

    try FileManager.default.copyItem(atPath: kept, toPath: example + "/inbox/other.txt")
    #expect(try await run().status == .exit(1))
    #expect(rename(kept, bad) == 0)
    #expect(try await run().status == .exit(1))
    #expect(unlink(example + "/inbox/other.txt") == 0)
    try FileManager.default.copyItem(atPath: bad, toPath: example + "/detailed/other.txt")
    #expect(try await run().status == .exit(1))
  }

  @Test("Packages that are missing, and no others, are named and then installed")
  func installs() async throws {
    try standIns.add(
      "dpkg-query", "for last; do :; done; [ $last = mueller7-dict ] || printf 'ii '")
    try standIns.add("apt-get", "echo $DEBIAN_FRONTEND")
    try standIns.add("sudo", "exec \"$@\"")
    let outcome = try await run()
    #expect(outcome.status == .exit(0), "\(outcome.output)\(outcome.error)")
    #expect(outcome.output.contains("missing and will be installed: mueller7-dict\n"))
    #expect(outcome.output.contains("\nnoninteractive\n"))
    let calls = try standIns.calls().filter { $0.hasPrefix("apt-get") && $0.contains("<install>") }
    #expect(
      calls == ["apt-get <install> <--quiet=2> <--yes> <--no-install-recommends> <mueller7-dict>"])
  }

  @Test("Packages that can't be installed end it with what to do", .enabled(if: geteuid() == 0))
  func cannotInstall() async throws {
    try standIns.add("dpkg-query", "exit 1")
    try standIns.add("apt-get", "exit 100")
    let outcome = try await run()
    #expect(outcome.status == .exit(1))
    #expect(outcome.error.contains("could not be installed"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/tmp").isEmpty)
  }

  @Test("Without a toolchain, or with an old one, it says where to get one, and installs nothing")
  func toolchain() async throws {
    try standIns.add("dpkg-query", "exit 1")
    try standIns.add("apt-get")
    // A system may have its Swift in /usr/bin.
    let bare = folder.path + "/bin"
    mkdir(bare, 0o700)
    for name in ["bash", "dirname", "readlink"] {
      #expect(symlink("/usr/bin/\(name)", "\(bare)/\(name)") == 0)
    }
    let missing = try await run(["PATH": bare], programs: nil)
    #expect(missing.status == .exit(1))
    #expect(missing.error.contains("https://www.swift.org/install/linux/"))

    try standIns.add("swift", "echo 'Swift version 5.10.1 (swift-5.10.1-RELEASE)'")
    let old = try await run(programs: nil)
    #expect(old.status == .exit(1))
    #expect(old.error.contains("Swift 5.10; the project needs 6.2"))
    #expect(try standIns.calls().allSatisfy { $0.hasPrefix("swift ") })
  }
}
