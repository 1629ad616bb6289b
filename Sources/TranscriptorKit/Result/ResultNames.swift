/// How a text's files are called in the outbox, in `done/` and in `failed/`.
package struct ResultNames: Equatable, Sendable {
  /// The original's own name.
  let original: FileName

  package init(original: FileName) { self.original = original }

  /// What stands before `.json` and `.txt`: `hello.txt` drops its extension, every other name keeps it, so that
  /// `word.txt` and `word.md` get results of their own.
  private var stem: [UInt8] {
    let (stem, ending) = original.stemAndExtension
    guard let ending, String(decoding: ending, as: UTF8.self).lowercased() == "txt" else {
      return original.bytes
    }
    return stem
  }

  /// The pair of a result: the text file first, the JSON last.
  package var result: PairNames {
    // One byte is left, so that both names are cut at the same place.
    let text = NumberedName(stem: stem, ending: ".txt", reserving: 1)
    let json = NumberedName(stem: stem, ending: ".json")
    return PairNames(first: { text.name($0) }, last: { json.name($0) })
  }

  /// The pair that publishes an outcome.
  func names(in state: ClaimState) -> PairNames { state == .refused ? failure : result }

  /// Whether the result's name with this number lacks a part of the original's.
  package func resultIsCut(_ number: Int) -> Bool { NumberedName(stem: stem, ending: ".json").isCut(number) }

  /// The pair of a failure: the original first, its error last.
  ///
  /// An original's name is cut where its error's would pass 255 bytes, so that each error is that of one original.
  package var failure: PairNames {
    let name = Self.failed(original)
    return PairNames(first: { name.name($0) }, last: { Self.error(of: name.name($0)) })
  }

  /// The name of the error beside an original in `failed/`.
  package static func error(of original: FileName) -> FileName {
    NumberedName(stem: failed(original).name(1).bytes, ending: errorEnding).name(1)
  }

  /// What is put behind an original's name to get its error's.
  package static let errorEnding = ".error.json"

  private static func failed(_ original: FileName) -> NumberedName {
    NumberedName(original, reserving: errorEnding.utf8.count)
  }
}

/// Two names that share one number.
package struct PairNames: Sendable {
  /// The file that appears first.
  let first: @Sendable (Int) -> FileName
  /// The file that appears last: whoever sees it has both.
  let last: @Sendable (Int) -> FileName
}
