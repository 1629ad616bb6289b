/// What became of texts that dead processes left.
package struct TakenUp: Sendable {
  /// Texts whose result was kept and is in the outbox now.
  var translated = 0
  /// Texts whose error was kept and that are put aside now.
  var failed = 0
  /// Why texts are not in their places yet.
  var errors: [SystemError] = []
  /// The one of them for which nothing more is taken, since a folder of the group takes no file; nil where all do.
  var stopping: SystemError?

  /// Texts that are in their places now.
  var count: Int { translated + failed }
}
