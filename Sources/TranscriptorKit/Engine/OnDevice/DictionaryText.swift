import Glibc

/// The text of a dictionary, plain (`.dict`) or compressed for random access (`.dict.dz`).
final class DictionaryText {
  let path: String
  /// What the file was when it was opened.
  let status: FileStatus
  private let descriptor: Int32
  private let chunks: DictZip?
  /// The chunk that was read last: the entries of one headword lie side by side.
  private var latest: (chunk: Int, bytes: [UInt8])?

  init(path: String) throws(DictionaryError) {
    do { (descriptor, status) = try MappedFile.open(path) } catch { throw DictionaryError(error) }
    self.path = path
    guard path.hasSuffix(".dz") else {
      chunks = nil
      return
    }
    do {
      // The longest header: the fixed part, an extra field of 64 KiB and short names.
      let head = try Self.read(descriptor, path, from: 0, count: min(status.size, 1 << 17))
      chunks = try DictZip(header: head, fileSize: status.size, path: path)
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  /// The text of an entry.
  func entry(at place: DictionaryIndex.Place) throws(DictionaryError) -> String {
    let bytes = try bytes(at: place)
    guard let text = String(validating: bytes, as: UTF8.self) else { throw DictionaryError(.notText, path) }
    return text
  }

  private func bytes(at place: DictionaryIndex.Place) throws(DictionaryError) -> [UInt8] {
    guard let chunks else {
      guard place.length <= status.size, place.offset <= status.size - place.length else {
        throw DictionaryError(.outOfRange, path)
      }
      return try Self.read(descriptor, path, from: place.offset, count: place.length)
    }
    let end = place.offset + place.length
    guard end <= chunks.capacity else { throw DictionaryError(.outOfRange, path) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(place.length)
    var position = place.offset
    while position < end {
      let index = position / chunks.chunkLength
      let chunk = try chunk(index, chunks)
      let start = position - index * chunks.chunkLength
      let stop = min(end - index * chunks.chunkLength, chunks.chunkLength)
      guard stop <= chunk.count else { throw DictionaryError(.outOfRange, path) }
      bytes += chunk[start..<stop]
      position += stop - start
    }
    return bytes
  }

  private func chunk(_ index: Int, _ chunks: DictZip) throws(DictionaryError) -> [UInt8] {
    if let latest, latest.chunk == index { return latest.bytes }
    let place = chunks.places[index]
    let compressed = try Self.read(descriptor, path, from: place.lowerBound, count: place.count)
    guard let bytes = DictZip.inflate(compressed, atMost: chunks.chunkLength) else {
      throw DictionaryError(.corruptData, path)
    }
    latest = (index, bytes)
    return bytes
  }

  private static func read(
    _ descriptor: Int32, _ path: String, from start: Int, count: Int
  ) throws(DictionaryError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let answer = bytes.withUnsafeMutableBytes { buffer in
        buffer.baseAddress.map { pread(descriptor, $0 + done, count - done, off_t(start + done)) } ?? 0
      }
      if answer < 0, errno == EINTR { continue }
      guard answer >= 0 else { throw DictionaryError(.system(errno), path) }
      guard answer > 0 else { throw DictionaryError(.truncated, path) }
      done += answer
    }
    return bytes
  }
}
