import TranscriptorKit

/// The error number of the system call that the body fails with; nil where it does not fail.
public func errorNumber(of body: () throws -> Void) rethrows -> Int32? {
  do {
    try body()
    return nil
  } catch let error as SystemError {
    return error.code
  }
}

/// The error number of the system call that the body fails with; nil where it does not fail.
public func errorNumber(of body: () async throws -> Void) async rethrows -> Int32? {
  do {
    try await body()
    return nil
  } catch let error as SystemError {
    return error.code
  }
}
