import Fuzzing
import Glibc

/// The reader that `TRANSCRIPTOR_FUZZ` names.
private let reader: FuzzedReader = {
  let name = getenv("TRANSCRIPTOR_FUZZ").map { String(cString: $0) } ?? ""
  guard let reader = FuzzedReader(rawValue: name) else { fatalError("TRANSCRIPTOR_FUZZ names no reader") }
  return reader
}()

/// What libFuzzer calls with each input it makes up; a trap is a finding.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  if let fault = reader.fault(in: input) { fatalError(fault) }
  return 0
}
