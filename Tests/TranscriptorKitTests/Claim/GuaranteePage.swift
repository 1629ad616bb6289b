import TestSupport

/// Two tables of `NothingIsLost.md`: the states that a text may be in, and the moves between them.
struct GuaranteePage {
  struct Row: Equatable {
    let state: String
    /// Whether each of the places holds something; nil where it makes no difference.
    let cells: [Bool?]

    func matches(_ places: [Bool]) -> Bool {
      places.count == cells.count && zip(cells, places).allSatisfy { $0 == nil || $0 == $1 }
    }
  }

  struct Move: Hashable {
    let before: String
    let after: String
  }

  /// The places' names, as the head of the states' table has them.
  let places: [String]
  let rows: [Row]
  let moves: [String: Move]

  init() throws {
    let page = try Project.text(of: "Sources/TranscriptorKit/Documentation.docc/NothingIsLost.md")
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    let tables = lines.split { !$0.hasPrefix("|") }.map { table in table.map(Self.cells) }
    guard let states = tables.first(where: { $0[0].first == "State" }),
      let table = tables.first(where: { $0[0].first == "Move" })
    else { throw Malformed() }
    places = Array(states[0].dropFirst())
    rows = try states.dropFirst(2).map { line in
      Row(state: line[0], cells: try line.dropFirst().map(Self.holds))
    }
    var moves: [String: Move] = [:]
    for line in table.dropFirst(2) {
      guard line.count == 4 else { throw Malformed() }
      moves[line[0]] = Move(before: line[2], after: line[3])
    }
    self.moves = moves
  }

  /// Thrown where the page is not laid out as expected.
  struct Malformed: Error {}

  private static func cells(of line: Substring) -> [String] {
    line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
  }

  private static func holds(_ cell: String) throws -> Bool? {
    switch cell {
    case "+": true
    case "−": false
    case "?": nil
    default: throw Malformed()
    }
  }
}
