import TestSupport

@testable import TranscriptorKit

/// Looks at the disk after each step of a spool and notes in which of the page's places something of each text is.
final class PlaceObserver: Sendable {
  private struct State {
    /// The claim that each text is or was in, as the beginning of its files' paths (`.work/run-7-x/1.`).
    var claims: [String: String] = [:]
    /// What was seen of each text, one after the other.
    var seen: [String: [[Bool]]] = [:]
  }

  private let stage: SpoolStage
  private let texts: [String]
  private let foreign: Set<String>
  private let state = Guarded(State())

  /// - Parameters:
  ///   - texts: The texts' paths below the inbox.
  ///   - foreign: Files of somebody else, which are none of a text's.
  init(_ stage: SpoolStage, of texts: [String], foreign: Set<String> = []) {
    self.stage = stage
    self.texts = texts
    self.foreign = foreign
  }

  /// A probe that looks before each step, and refuses what the closure says.
  func probe(refusing refusal: @escaping @Sendable (Int, DiskStep) -> Int32? = { _, _ in nil }) -> DiskProbe {
    DiskProbe(refusing: { number, step in
      // Marks are set beside everything else that happens, and a look must not fall between two steps of that.
      if !step.path.hasSuffix("/at-work") { self.look() }
      return refusal(number, step)
    })
  }

  /// What was seen of each text, without repetitions.
  var seen: [String: [[Bool]]] { state.withLock { $0.seen } }

  func look() {
    let files = Set(stage.files("")).subtracting(foreign)
    state.withLock { state in
      for text in texts {
        if let claim = files.lazy.compactMap({ Self.claim(of: text, in: $0) }).first {
          state.claims[text] = claim
        }
        if texts.count == 1, state.claims[text] == nil {
          state.claims[text] = files.lazy.compactMap(Self.onlyClaim).first
        }
        let places = Self.places(of: text, in: files, claim: state.claims[text])
        if state.seen[text]?.last != places { state.seen[text, default: []].append(places) }
      }
    }
  }

  private static func claim(of text: String, in path: String) -> String? {
    let parts = path.split(separator: "/", maxSplits: 4)
    guard parts.count == 5, parts[0] == ".work", parts[3] == "original", parts[4] == text else { return nil }
    return parts[2].split(separator: ".").first.map { ".work/\(parts[1])/\($0)." }
  }

  /// The claim of the only text, whose original may have left it already.
  private static func onlyClaim(in path: String) -> String? {
    let parts = path.split(separator: "/")
    guard parts.count == 3, parts[0] == ".work", let number = parts[2].split(separator: ".").first,
      Int(number) != nil
    else { return nil }
    return ".work/\(parts[1])/\(number)."
  }

  /// In the order of the page's table.
  private static func places(of text: String, in files: Set<String>, claim: String?) -> [Bool] {
    func own(_ ending: String) -> Bool {
      claim.map { claim in
        files.contains { $0.hasPrefix(claim) && $0.dropFirst(claim.count).wholeMatch(ending) }
      }
        ?? false
    }
    let stem = String(text.hasSuffix(".txt") ? text.dropLast(4) : text[...])
    func out(_ ending: String) -> Bool {
      files.contains { path in
        guard path.hasPrefix("outbox/" + stem), path.hasSuffix(ending) else { return false }
        let number = path.dropFirst("outbox/".count + stem.count).dropLast(ending.count)
        return number.isEmpty || number.hasPrefix("-") && Int(number.dropFirst()) != nil
      }
    }
    return [
      files.contains("inbox/" + text), own("claimed/original/" + text), own("answered/original/" + text),
      own("refused/original/" + text), own("text"), own("#.json"), own("#.error"), out(".txt"), out(".json"),
      files.contains("done/" + text), files.contains("failed/" + text),
      files.contains("failed/" + text + ResultNames.errorEnding),
    ]
  }
}

extension Substring {
  /// Whether it is the pattern, in which `#` stands for a number.
  fileprivate func wholeMatch(_ pattern: String) -> Bool {
    guard pattern.hasPrefix("#") else { return self == pattern }
    let rest = drop { $0.isNumber }
    return rest.startIndex != startIndex && rest == pattern.dropFirst()
  }
}
