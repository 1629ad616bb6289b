/// The version of both programs.
package enum ProgramVersion {
  /// As semver.org counts.
  package static let text = "0.1.0"
}
