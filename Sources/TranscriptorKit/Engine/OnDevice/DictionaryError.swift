/// Why the files of a dictionary can't be used.
struct DictionaryError: Error, Equatable, Sendable, CustomStringConvertible {
  enum Reason: Equatable, Sendable {
    /// A system call failed with this error number.
    case system(Int32)
    /// A line of the index is no key, offset and length.
    case malformedIndex
    /// The index is not in the order of its bytes, so that searching it would miss words.
    case unsortedIndex
    /// A file ends before its content does.
    case truncated
    /// The file is no dictzip file: no gzip file, or one without the table that random access needs.
    case notDictZip
    /// Compressed bytes that do not decompress.
    case corruptData
    /// The index points behind the end of the text.
    case outOfRange
    /// An entry is not UTF-8.
    case notText
  }

  let path: String
  let reason: Reason

  init(_ reason: Reason, _ path: String) {
    self.reason = reason
    self.path = path
  }

  init(_ error: SystemError) { self.init(.system(error.code), error.path) }

  /// One sentence without its full stop, naming the file.
  var description: String {
    switch reason {
    case .system(let code): SystemError("read", path, code: code).description
    case .malformedIndex: "\(path) is damaged: a line of it is no index entry"
    case .unsortedIndex: "\(path) is not sorted by bytes"
    case .truncated: "\(path) is incomplete"
    case .notDictZip: "\(path) is no dictzip file"
    case .corruptData: "\(path) is damaged: it does not decompress"
    case .outOfRange: "\(path) is shorter than its index says"
    case .notText: "\(path) is damaged: an entry is not UTF-8"
    }
  }
}
