import FoundationEssentials

/// Random numbers that a test can have again: the same seed gives the same numbers (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator {
  /// What the numbers follow from, to be told where a test fails.
  public let seed: UInt64
  private var state: UInt64

  /// Begins with `TRANSCRIPTOR_TEST_SEED`, else with a seed that is different each time.
  public init() {
    let given = ProcessInfo.processInfo.environment["TRANSCRIPTOR_TEST_SEED"].flatMap { UInt64($0) }
    seed = given ?? .random(in: 0...UInt64(UInt32.max))
    state = seed
  }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A length of time within a range, in whole milliseconds.
  public mutating func milliseconds(_ range: ClosedRange<Int>) -> Duration {
    .milliseconds(Int.random(in: range, using: &self))
  }
}
