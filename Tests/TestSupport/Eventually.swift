/// Waits until something is so, looking again and again without holding a thread.
/// - Returns: Whether it became so in time.
public func eventually(
  within limit: Duration = .seconds(20), _ condition: () async throws -> Bool
) async rethrows -> Bool {
  let deadline = ContinuousClock.now + limit
  while ContinuousClock.now < deadline {
    if try await condition() { return true }
    try? await Task.sleep(for: .milliseconds(10))
  }
  return try await condition()
}
