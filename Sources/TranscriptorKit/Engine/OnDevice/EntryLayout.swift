/// Lays the entries of a word out for a reader, at one level of detail.
///
/// Words that are written as asked come first, then those that the dictionary says most about: the most usual part
/// of speech has the most meanings and examples.
struct EntryLayout {
  private let blocks: [Block]
  private let level: DetailLevel
  private let language: String

  /// Takes what is to be laid out.
  /// - Parameters:
  ///   - word: What was asked, which tells `Bank` from `bank`.
  ///   - language: The code of the target language, for the names of the parts of speech.
  init(_ entries: [DictionaryEntry], for word: String, level: DetailLevel, language: String) {
    blocks = Block.grouped(entries, for: word.nfc.trimmingOuterPunctuation)
    self.level = level
    self.language = language
  }

  /// The headword of the leading entry.
  var headword: String { blocks.first?.headword ?? "" }

  /// The first one to three translations: of the leading part of speech, then of others, then those of narrow use.
  var shortTranslation: String {
    // A word that is written otherwise, or an abbreviation, adds nothing to a word of the language.
    let peers = blocks.filter { $0.isExact == blocks[0].isExact && $0.isOrdinary == blocks[0].isOrdinary }
    let general = peers.map { Self.leading($0.senses.filter { !SenseOrder.isNarrow($0) }) }
    let words = general.flatMap { $0 } + Self.leading(peers.flatMap(\.senses))
    guard words.isEmpty else { return words.uniqued.prefix(3).joined(separator: ", ") }
    let sense = peers.first?.senses.first
    return sense?.translations.first ?? sense?.examples.first?.translation ?? ""
  }

  /// The first translations of the first three senses, one of each sense before the second of any.
  private static func leading(_ senses: [DictionaryEntry.Sense]) -> [String] {
    let words = senses.prefix(3).map { $0.meanings(limit: 3) }
    return (0..<3).flatMap { round in
      words.compactMap { $0.indices.contains(round) ? $0[round] : nil }
    }
  }

  /// The examples of the dictionary, at most as many as the level allows, one of each sense before the second of any.
  var examples: [TranslationExample] {
    let limit = level == .concise ? 0 : level == .standard ? 5 : 8
    let senses = blocks.flatMap(\.shownSenses).map { sense in
      sense.examples.filter { $0.original.count <= 150 && $0.translation.count <= 150 }
    }
    let most = senses.map(\.count).max() ?? 0
    let rounds = (0..<most).lazy.flatMap { round in
      senses.lazy.compactMap { $0.indices.contains(round) ? $0[round] : nil }
    }
    return Array(rounds.prefix(limit))
  }

  /// The whole translation, plain text.
  var text: String {
    let shown = examples
    return blocks.prefix(Self.blockLimit).map { block in
      let head = [GrammarTerms.line(block.partOfSpeech, block.gender, in: language), block.summary]
      let body = level == .detailed ? list(block, showing: shown) : block.contexts
      return (head.filter { !$0.isEmpty } + body).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  private static let blockLimit = 6

  /// The numbered meanings, each with those of its examples that are shown.
  private func list(_ block: Block, showing examples: [TranslationExample]) -> [String] {
    block.shownSenses.enumerated().flatMap { number, sense -> [String] in
      let notes = sense.glosses.prefix(3).map { Self.shortened($0.description) }.joined(separator: "; ")
      let words = sense.translations.prefix(8).joined(separator: ", ")
      let pairs = sense.examples.filter(examples.contains).map { "\($0.original) — \($0.translation)" }
      // A sense that has only examples is explained by the first.
      guard let meaning = words.isEmpty ? pairs.first : words else { return [] }
      let line = "\(number + 1). \(meaning)" + (notes.isEmpty ? "" : " (\(notes))")
      return [line] + pairs.dropFirst(words.isEmpty ? 1 : 0).map { "   • \($0)" }
    }
  }

  /// The beginning of a long definition, cut between words.
  private static func shortened(_ text: String) -> String {
    guard text.count > 160 else { return text }
    let words = text.prefix(160).split(separator: " ").dropLast()
    return words.joined(separator: " ") + " …"
  }
}

/// The senses of all entries that share a part of speech and a gender.
private struct Block {
  var headword: String
  var partOfSpeech: PartOfSpeech?
  var gender: Gender?
  /// Whether the headword is what was asked, with the same capital letters.
  var isExact: Bool
  var isOrdinary: Bool
  var senses: [DictionaryEntry.Sense]

  /// As many senses as a reader takes in.
  var shownSenses: ArraySlice<DictionaryEntry.Sense> { senses.prefix(12) }

  static func grouped(_ entries: [DictionaryEntry], for word: String) -> [Block] {
    var blocks: [Block] = []
    for entry in entries {
      let isExact = entry.headword == word
      let index = blocks.firstIndex {
        $0.partOfSpeech == entry.partOfSpeech && $0.gender == entry.gender && $0.isExact == isExact
      }
      if let index {
        blocks[index].senses += entry.senses
      } else {
        blocks.append(
          Block(
            headword: entry.headword, partOfSpeech: entry.partOfSpeech, gender: entry.gender,
            isExact: isExact, isOrdinary: entry.isOrdinary, senses: entry.senses))
      }
    }
    for index in blocks.indices { blocks[index].senses = SenseOrder.sorted(blocks[index].senses) }
    // Sorted by position as well, since the standard sort keeps no order of equals.
    return blocks.enumerated().sorted { left, right in
      (left.element.rank, left.offset) < (right.element.rank, right.offset)
    }.map(\.element)
  }

  /// Smaller comes first.
  private var rank: Int {
    let weight = senses.reduce(0) { $0 + 1 + $1.examples.count }
    // Only twice as much to say changes the dictionary's own order.
    let magnitude = Int.bitWidth - weight.leadingZeroBitCount
    return (isExact ? 0 : 2000) + (isOrdinary ? 0 : 1000) - magnitude
  }

  /// The leading meanings, separated by commas.
  var summary: String {
    let words = senses.flatMap { $0.meanings(limit: 3) }.uniqued.prefix(10)
    guard words.isEmpty, let sense = senses.first else { return words.joined(separator: ", ") }
    return sense.translations.first
      ?? sense.examples.first.map { "\($0.original) — \($0.translation)" } ?? ""
  }

  /// What tells the leading meanings apart, each on a line of its own where there are several.
  var contexts: [String] {
    guard senses.count > 1 else {
      return senses.first?.shortGloss(limit: 140).map { ["(\($0))"] } ?? []
    }
    var used: Set<String> = []
    return senses.prefix(4).compactMap { sense in
      let words = sense.meanings(limit: 3)
      guard let gloss = sense.shortGloss(limit: 100),
        let word = words.first(where: { !used.contains($0) }) ?? words.first
      else { return nil }
      used.insert(word)
      return "\(word) — \(gloss)"
    }
  }
}

extension DictionaryEntry.Sense {
  /// The first translations without their notes; none of those that are whole explanations.
  fileprivate func meanings(limit: Int) -> [String] {
    let words = translations.map { word in
      let bare = word.withoutNotes
      return bare.isEmpty ? word : bare
    }
    return Array(words.filter { $0.count <= 40 }.uniqued.prefix(limit))
  }

  /// The first gloss that says more than a label and is no longer than the limit, in characters.
  fileprivate func shortGloss(limit: Int) -> String? {
    glosses.first { !$0.text.isEmpty && $0.description.count <= limit }?.description
  }
}
