/// Which numbers the names in a folder have, so that every name of a series is found, whatever is missing between.
///
/// Letters count as the same in either case: a file system that takes them so may list names otherwise than they were
/// given, and elsewhere whoever opens a name that is found in vain is told so.
struct NumberIndex: Sendable {
  private let names: Set<FileName>
  /// The numbers by what stands before them and how many digits they have.
  private var numbers: [Key: [Int]] = [:]
  private let ending: [UInt8]

  private struct Key: Hashable {
    let stem: [UInt8]
    let digits: Int
    /// What stands behind the number: nothing, or an extension.
    let tail: [UInt8]
  }

  /// Reads the names that end so; names of other kinds are not of interest.
  init(_ names: [FileName], ending: String) {
    let ending = Array(ending.utf8)
    self.ending = ending
    let names = names.map(Self.folded).filter { $0.bytes.suffix(ending.count) == ending[...] }
    self.names = Set(names)
    for name in names {
      for (key, number) in Self.parts(of: name.bytes.dropLast(ending.count)) {
        numbers[key, default: []].append(number)
      }
    }
  }

  /// The names of a series that are there, in the order of their numbers.
  func names(of series: (Int) -> FileName) -> [FileName] {
    var found: Set = [1]
    for digits in 1...Self.mostDigits {
      // A long stem is cut the shorter, the more digits its number has.
      let sample = Self.folded(series(digits == 1 ? 2 : Self.smallest(digits))).bytes.dropLast(ending.count)
      for (key, _) in Self.parts(of: sample) { found.formUnion(numbers[key] ?? []) }
    }
    return found.sorted().map(series).filter { names.contains(Self.folded($0)) }
  }

  private static func folded(_ name: FileName) -> FileName {
    guard let text = String(validating: name.bytes, as: UTF8.self) else { return name }
    return FileName(bytes: text.lowercased().utf8) ?? name
  }

  private static let mostDigits = 9

  private static func smallest(_ digits: Int) -> Int { (1..<digits).reduce(1) { power, _ in power * 10 } }

  /// Takes `hello-3` and `hello-3.txt` apart; there may be a number from 2 on in both places, or in none.
  private static func parts(of name: ArraySlice<UInt8>) -> [(Key, Int)] {
    let dot = name.lastIndex(of: UInt8(ascii: "."))
    return [name.endIndex, dot].compactMap { end in
      end.flatMap { part(of: name[..<$0], tail: Array(name[$0...])) }
    }
  }

  private static func part(of name: ArraySlice<UInt8>, tail: [UInt8]) -> (Key, Int)? {
    guard let dash = name.lastIndex(of: UInt8(ascii: "-")) else { return nil }
    let digits = name[(dash + 1)...]
    guard (1...mostDigits).contains(digits.count), digits.first != UInt8(ascii: "0"),
      digits.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(String(decoding: digits, as: UTF8.self)), number > 1
    else { return nil }
    return (Key(stem: Array(name[..<dash]), digits: digits.count, tail: tail), number)
  }
}
