/// Why the work on a text in hand came to nothing, though neither text nor service nor disk is at fault.
enum LostHold: Error, Equatable, Sendable {
  /// A writer went on after the text was taken; what it is now has to be translated.
  case textChanged
  /// The group was replaced by another, or came back on another mount. The text lies safely in the one that it was
  /// taken from, whose next process takes it up.
  case groupReplaced
}
