import Glibc

/// The index of a dictionary in the format of `dictd`: where in the text the entries of a headword lie.
///
/// Lines `key TAB offset TAB length`, sorted by their bytes; the numbers are in base 64 (dictfmt(1)). The file is
/// mapped, and a search touches a few pages of it.
struct DictionaryIndex {
  /// Where an entry lies in the uncompressed text, in bytes.
  struct Place: Hashable, Sendable {
    var offset: Int
    var length: Int
  }

  private let file: MappedFile

  /// Maps an index, and looks at a few hundred places of it whether it is complete and sorted.
  init(path: String) throws(DictionaryError) {
    do { file = try MappedFile(path: path) } catch { throw DictionaryError(error) }
    guard let last = file.bytes.last else { throw DictionaryError(.truncated, path) }
    guard last == UInt8(ascii: "\n") else { throw DictionaryError(.truncated, path) }
    try checkOrder(samples: 512)
  }

  /// What the file was when it was opened.
  var status: FileStatus { file.status }

  /// The entries of a key, in the order of the file; empty where the key is unknown.
  func places(of key: String) throws(DictionaryError) -> [Place] {
    let key = Array(key.utf8)
    guard !key.isEmpty else { return [] }
    var low = 0
    var high = file.bytes.count
    while low < high {
      let line = line(around: low + (high - low) / 2)
      if try Self.order(self.key(of: line), key) < 0 {
        low = line.upperBound + 1
      } else {
        high = line.lowerBound
      }
    }
    var places: [Place] = []
    while low < file.bytes.count {
      let line = line(around: low)
      guard try Self.order(self.key(of: line), key) == 0 else { break }
      let place = try place(in: line)
      if !places.contains(place) { places.append(place) }
      low = line.upperBound + 1
    }
    return places
  }

  /// A number in base 64, most significant digit first; nil where a byte is no digit or the number is too large.
  static func number(_ digits: some Sequence<UInt8>) -> Int? {
    var value = 0
    var count = 0
    for digit in digits {
      let worth: UInt8
      switch digit {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): worth = digit - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): worth = digit - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): worth = digit - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"): worth = 62
      case UInt8(ascii: "/"): worth = 63
      default: return nil
      }
      value = value << 6 | Int(worth)
      count += 1
      // Nine digits hold more than any file; a tenth could overflow.
      guard count < 10 else { return nil }
    }
    return count > 0 ? value : nil
  }

  /// The line that holds a byte, without its line break.
  private func line(around position: Int) -> Range<Int> {
    let newline = UInt8(ascii: "\n")
    var start = position
    while start > 0, file.bytes[start - 1] != newline { start -= 1 }
    return start..<end(of: newline, from: position, before: file.bytes.count)
  }

  /// Where a byte stands first, or `limit`.
  private func end(of byte: UInt8, from start: Int, before limit: Int) -> Int {
    guard start < limit, let base = file.bytes.baseAddress else { return limit }
    guard let found = memchr(base + start, Int32(byte), limit - start) else { return limit }
    return UnsafeRawPointer(found) - base
  }

  private func key(of line: Range<Int>) throws(DictionaryError) -> UnsafeRawBufferPointer {
    let tab = end(of: UInt8(ascii: "\t"), from: line.lowerBound, before: line.upperBound)
    guard tab < line.upperBound else { throw DictionaryError(.malformedIndex, file.path) }
    return UnsafeRawBufferPointer(rebasing: file.bytes[line.lowerBound..<tab])
  }

  private func place(in line: Range<Int>) throws(DictionaryError) -> Place {
    let columns = file.bytes[line].split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    guard columns.count >= 3, let offset = Self.number(columns[1]), let length = Self.number(columns[2])
    else { throw DictionaryError(.malformedIndex, file.path) }
    return Place(offset: offset, length: length)
  }

  private func checkOrder(samples: Int) throws(DictionaryError) {
    let count = file.bytes.count
    var previous: Range<Int>?
    for sample in 0..<samples {
      let first = line(around: count / samples * sample)
      if let previous, previous.lowerBound > first.lowerBound { continue }
      if let previous { try checkOrder(previous, first) }
      previous = first
      guard first.upperBound + 1 < count else { continue }
      let second = line(around: first.upperBound + 1)
      try checkOrder(first, second)
      previous = second
    }
  }

  private func checkOrder(_ first: Range<Int>, _ second: Range<Int>) throws(DictionaryError) {
    guard try Self.order(key(of: first), key(of: second)) <= 0 else {
      throw DictionaryError(.unsortedIndex, file.path)
    }
  }

  private static func order(_ left: UnsafeRawBufferPointer, _ right: [UInt8]) -> Int {
    right.withUnsafeBytes { order(left, $0) }
  }

  /// Negative, zero or positive, as the bytes of the first come before, with or after those of the second.
  private static func order(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
    let common = min(left.count, right.count)
    if common > 0, let first = left.baseAddress, let second = right.baseAddress {
      let answer = memcmp(first, second, common)
      if answer != 0 { return Int(answer) }
    }
    return left.count - right.count
  }
}
