/// What somebody may have meant who mistyped a word.
package enum Suggestion {
  /// The word that takes the fewest changed letters; nil where none is near.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let near = candidates.map { (distance: distance(from: word, to: $0), candidate: $0) }
      .filter { $0.distance <= max(1, min(3, $0.candidate.count / 3)) }
    return near.min { $0.distance < $1.distance }?.candidate
  }

  /// How many letters must be put in, left out or replaced to make one word of the other (Levenshtein).
  private static func distance(from word: String, to other: String) -> Int {
    let other = Array(other)
    var row = Array(0...other.count)
    for letter in word {
      var diagonal = row[0]
      row[0] += 1
      for (column, otherLetter) in other.enumerated() {
        let changed = diagonal + (letter == otherLetter ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(changed, row[column] + 1, diagonal + 1)
      }
    }
    return row[other.count]
  }
}
