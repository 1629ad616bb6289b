import FoundationEssentials

/// Which dictionaries lie in the folders, found anew when a folder changes.
struct DictionaryCatalog {
  private let folders: [String]
  private var scans: [String: Scan] = [:]

  /// Takes the folders; of two dictionaries with one name the first folder's counts.
  init(folders: [String]) { self.folders = folders }

  /// All dictionaries, sorted by name; a folder that is missing or can't be read holds none.
  mutating func dictionaries() -> [DictionaryFiles] {
    var found: [String: DictionaryFiles] = [:]
    for folder in folders {
      for files in scan(folder) where found[files.name] == nil { found[files.name] = files }
    }
    return found.values.sorted { $0.name < $1.name }
  }

  private struct Scan {
    var status: FileStatus
    /// Whether the folder was old enough at the scan that a later change must show in its time.
    var isSettled: Bool
    var files: [DictionaryFiles]
  }

  private mutating func scan(_ folder: String) -> [DictionaryFiles] {
    guard let directory = try? Directory(path: folder), let status = try? directory.status() else {
      scans[folder] = nil
      return []
    }
    if let scan = scans[folder], scan.isSettled, scan.status == status { return scan.files }
    guard let entries = try? directory.entries() else { return [] }
    let names = Set(entries.filter(\.isUTF8).map(\.text))
    let age = Date().timeIntervalSince1970 - Double(status.changed) / 1e9
    let files = DictionaryFiles.among(names, in: folder)
    scans[folder] = Scan(status: status, isSettled: age > 2, files: files)
    return files
  }
}
