import CZlib

/// The table of a dictzip file: where its chunks lie, each of which can be decompressed alone.
///
/// A dictzip file is a gzip file (RFC 1952) whose extra field `RA` lists the compressed sizes of its chunks
/// (dictzip(1)).
struct DictZip {
  /// The uncompressed length of every chunk but the last, in bytes.
  let chunkLength: Int
  /// Where the compressed chunks lie in the file.
  let places: [Range<Int>]

  /// No uncompressed text is longer than this.
  var capacity: Int { chunkLength * places.count }

  /// Reads the table.
  /// - Parameters:
  ///   - header: The file's beginning; it has to hold the whole header.
  ///   - fileSize: The length of the whole file, so that a file that was cut short is seen.
  init(header: [UInt8], fileSize: Int, path: String) throws(DictionaryError) {
    var reader = Reader(bytes: header)
    // Magic, deflate, flags, time, extra flags, system.
    guard reader.byte() == 0x1F, reader.byte() == 0x8B, reader.byte() == 8, let flags = reader.byte(),
      flags & 4 != 0, reader.skip(6), let extraLength = reader.short()
    else { throw DictionaryError(.notDictZip, path) }
    var table: (chunkLength: Int, sizes: [Int])?
    let extraEnd = reader.position + extraLength
    while reader.position < extraEnd {
      guard let first = reader.byte(), let second = reader.byte(), let length = reader.short() else {
        throw DictionaryError(.notDictZip, path)
      }
      let fieldEnd = reader.position + length
      if first == UInt8(ascii: "R"), second == UInt8(ascii: "A") { table = reader.table() }
      guard fieldEnd >= reader.position, reader.skip(fieldEnd - reader.position) else {
        throw DictionaryError(.notDictZip, path)
      }
    }
    guard let table, table.chunkLength > 0, !table.sizes.isEmpty, reader.position == extraEnd,
      flags & 8 == 0 || reader.skipText(), flags & 16 == 0 || reader.skipText(),
      flags & 2 == 0 || reader.skip(2)
    else { throw DictionaryError(.notDictZip, path) }
    var start = reader.position
    places = table.sizes.map { size in
      defer { start += size }
      return start..<start + size
    }
    chunkLength = table.chunkLength
    // A checksum and the length follow the chunks.
    guard start + 8 <= fileSize else { throw DictionaryError(.truncated, path) }
  }

  /// Decompresses one chunk; nil where it is damaged.
  static func inflate(_ compressed: [UInt8], atMost length: Int) -> [UInt8]? {
    var stream = z_stream()
    // A raw deflate stream with the largest window.
    guard czlib_inflate_init(&stream, -15) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var input = compressed
    return input.withUnsafeMutableBufferPointer { input in
      var intact = false
      let output = [UInt8](unsafeUninitializedCapacity: length) { output, count in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        let answer = CZlib.inflate(&stream, Z_PARTIAL_FLUSH)
        // A full output that leaves an end marker unread is Z_BUF_ERROR or Z_OK, depending on the chunk.
        intact = answer == Z_OK || answer == Z_STREAM_END || answer == Z_BUF_ERROR
        count = length - Int(stream.avail_out)
      }
      return intact ? output : nil
    }
  }
}

/// Reads a header byte by byte and never behind its end.
private struct Reader {
  let bytes: [UInt8]
  var position = 0

  mutating func byte() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  /// Two bytes, the lower first.
  mutating func short() -> Int? {
    guard let low = byte(), let high = byte() else { return nil }
    return Int(high) << 8 | Int(low)
  }

  mutating func skip(_ count: Int) -> Bool {
    guard count <= bytes.count - position else { return false }
    position += count
    return true
  }

  /// Skips a text that ends with a zero.
  mutating func skipText() -> Bool {
    while let byte = byte() { if byte == 0 { return true } }
    return false
  }

  /// The content of the field `RA`, version 1.
  mutating func table() -> (chunkLength: Int, sizes: [Int])? {
    guard short() == 1, let chunkLength = short(), let count = short() else { return nil }
    var sizes: [Int] = []
    for _ in 0..<count {
      guard let size = short() else { return nil }
      sizes.append(size)
    }
    return (chunkLength, sizes)
  }
}
