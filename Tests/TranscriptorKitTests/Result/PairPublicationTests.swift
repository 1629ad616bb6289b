import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("Publishing a pair")
struct PairPublicationTests {
  private let folder = TemporaryFolder()
  private let names = ResultNames(original: FileName("a.txt")).result

  init() throws {
    for name in ["first", "last", "out", "marks"] { mkdir(folder.path + "/" + name, 0o700) }
    try Files.write("text", to: folder.path + "/first/text")
    try Files.write("json", to: folder.path + "/last/1.json")
  }

  /// The publication as whoever finds the files now goes about it; nil where the pair is out.
  private func publication(
    _ probe: DiskProbe? = nil, out: String? = nil, hasFirst: Bool = true, isResumed: Bool = false
  ) throws -> PairPublication? {
    let root = try Directory(path: folder.path, hook: probe?.hook)
    let waiting = try root.directory(FileName("last"))
    guard let number = try waiting.entries().first?.text.split(separator: ".").first.flatMap({ Int($0) })
    else {
      return nil
    }
    return PairPublication(
      first: hasFirst ? (try root.directory(FileName("first")), FileName("text")) : nil, waiting: waiting,
      waitingName: { FileName("\($0).json") },
      destination: try out.map { try Directory(path: $0, hook: probe?.hook) }
        ?? root.directory(FileName("out")),
      names: names, number: number, marks: try root.directory(FileName("marks")), isResumed: isResumed)
  }

  private func publish(
    _ probe: DiskProbe? = nil, out: String? = nil, isResumed: Bool = false, between: () throws -> Void = {}
  ) throws {
    guard var publication = try publication(probe, out: out, isResumed: isResumed) else { return }
    try publication.publishFirst()
    try between()
    try publication.publishLast()
  }

  private func foreign(_ name: String) throws { try Files.write("foreign", to: folder.path + "/out/" + name) }

  private func content(_ name: String) throws -> String {
    let path = folder.path + "/out/" + name
    return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }

  /// Checks that the pair is out under a number, complete, and nothing else but foreign files.
  private func expectPair(_ number: String, foreign: [String]) throws {
    #expect(
      Files.names(below: folder.path + "/out") == (["a\(number).json", "a\(number).txt"] + foreign).sorted())
    #expect(try content("a\(number).txt") == "text")
    #expect(try content("a\(number).json") == "json")
    for name in foreign { #expect(try content(name) == "foreign") }
    #expect(Files.names(below: folder.path + "/first") == [])
    #expect(Files.names(below: folder.path + "/last") == [])
  }

  @Test("The text file appears before the JSON file")
  func order() throws {
    var publication = try #require(try publication())
    try publication.publishFirst()
    #expect(Files.names(below: folder.path + "/out") == ["a.txt"])
    try publication.publishLast()
    try expectPair("", foreign: [])
  }

  @Test(
    "The pair gets the smallest number at which neither name is taken",
    arguments: [
      (["a.txt"], "-2"), (["a.json"], "-2"), (["a.json", "a-2.txt", "a-3.json"], "-4"), (["a-2.txt"], ""),
    ])
  func number(taken: [String], number: String) throws {
    for name in taken { try foreign(name) }
    try publish()
    try expectPair(number, foreign: taken)
  }

  @Test("A foreign file that takes the second name in between moves the pair on together")
  func secondTaken() throws {
    try publish { try foreign("a.json") }
    try expectPair("-2", foreign: ["a.json"])
  }

  @Test("The pair moves on as often as names are taken in between")
  func takenAgain() throws {
    let left = Guarded(["a.json", "a-2.json", "a-3.txt"])
    let path = folder.path
    // Another program takes the name at the very moment of our move.
    let probe = DiskProbe { _, step in
      if step.kind == .rename || step.kind == .replace,
        ["/last/1.json", "/last/2.json"].contains(step.path.dropFirst(path.count))
      {
        let name = left.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if let name { try? Files.write("foreign", to: path + "/out/" + name) }
      }
      return nil
    }
    try publish(probe)
    try expectPair("-4", foreign: ["a.json", "a-2.json", "a-3.txt"])
  }

  @Test(
    "A foreign file that takes the first name at the moment of the move sends the pair to the next number")
  func firstTaken() throws {
    let path = folder.path
    let probe = DiskProbe { _, step in
      if step.kind == .rename, step.path == path + "/first/text", access(path + "/out/a.txt", F_OK) != 0 {
        try? Files.write("foreign", to: path + "/out/a.txt")
      }
      return nil
    }
    try publish(probe)
    try expectPair("-2", foreign: ["a.txt"])
  }

  @Test("A pair that is published already is left alone")
  func again() throws {
    try publish()
    try publish()
    try expectPair("", foreign: [])
  }

  @Test("A file that stands alone is numbered by its own name only")
  func alone() throws {
    try foreign("a.txt")
    var publication = try #require(try publication(hasFirst: false))
    try publication.publishFirst()
    try publication.publishLast()
    #expect(Files.names(below: folder.path + "/out") == ["a.json", "a.txt"])
    #expect(try content("a.json") == "json")
  }

  @Test("Whatever step a process dies at, the next one finishes the pair under one number")
  func death() throws {
    var number = 0
    var probe: DiskProbe
    repeat {
      number += 1
      let fresh = try PairPublicationTests()
      try fresh.foreign("a.txt")
      probe = DiskProbe(dyingAt: number)
      _ = try errorNumber { try fresh.publish(probe) }
      try fresh.publish(isResumed: true)
      try fresh.expectPair("-2", foreign: ["a.txt"])
    } while probe.hasRefused
    #expect(number > 3)
  }

  @Test(
    "The same holds where the pair goes to another file system", .enabled(if: OtherFileSystem.isAvailable))
  func deathAcross() throws {
    var number = 0
    var probe: DiskProbe
    repeat {
      number += 1
      let fresh = try PairPublicationTests()
      let out = OtherFileSystem()
      try Files.write("foreign", to: out.path + "/a.txt")
      probe = DiskProbe(dyingAt: number)
      _ = try errorNumber { try fresh.publish(probe, out: out.path) }
      try fresh.publish(out: out.path, isResumed: true)
      let visible = Files.names(below: out.path).filter { !$0.hasPrefix(".") }
      #expect(visible == ["a-2.json", "a-2.txt", "a.txt"], "died at step \(number)")
      let rest = Files.names(below: fresh.folder.path).filter { !$0.hasPrefix("marks/") }
      #expect(rest == [], "died at step \(number)")
    } while probe.hasRefused
    #expect(number > 8)
  }

  @Test(
    "A pair that was begun keeps its number, also where a smaller one is free by now",
    .enabled(if: OtherFileSystem.isAvailable), arguments: [false, true])
  func keepsNumber(hasFirst: Bool) throws {
    var number = 0
    var probe: DiskProbe
    repeat {
      number += 1
      let fresh = try PairPublicationTests()
      let out = OtherFileSystem()
      for name in ["a.json", "a.txt"] { try Files.write("foreign", to: out.path + "/" + name) }
      probe = DiskProbe(dyingAt: number)
      _ = try errorNumber {
        guard var publication = try fresh.publication(probe, out: out.path, hasFirst: hasFirst) else {
          return
        }
        try publication.publishFirst()
        try publication.publishLast()
      }
      let begun = Files.names(below: out.path).contains { $0.hasPrefix("a-2") }
      for name in ["a.json", "a.txt"] { unlink(out.path + "/" + name) }
      if var publication = try fresh.publication(out: out.path, hasFirst: hasFirst, isResumed: true) {
        try publication.publishFirst()
        try publication.publishLast()
      }
      let visible = Files.names(below: out.path).filter { !$0.hasPrefix(".") }
      let names = begun ? ["a-2.json", "a-2.txt"] : ["a.json", "a.txt"]
      #expect(visible == (hasFirst ? names : [names[0]]), "died at step \(number)")
    } while probe.hasRefused
    #expect(number > 6)
  }

  @Test("A foreign file with the very same text is no first file of a pair that was just begun")
  func sameText() throws {
    try Files.write("text", to: folder.path + "/out/a.txt")
    try publish()
    #expect(Files.names(below: folder.path + "/out") == ["a-2.json", "a-2.txt", "a.txt"])
  }
}
