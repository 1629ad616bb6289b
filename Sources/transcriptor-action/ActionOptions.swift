import CommandLineSupport
import TranscriptorKit

/// What the command line of `transcriptor-action` asks for.
struct ActionOptions {
  /// The app group's folder; nil leaves it to the environment.
  let group: String?
  /// The language to translate into; nil leaves it to the group's settings.
  let language: Language?
  /// Help is wanted instead of work.
  let help: Bool
  /// The version is wanted instead of work.
  let version: Bool
  /// The files' paths, as the kernel gave them: Linux promises no encoding.
  let files: [[UInt8]]

  /// Takes all words of the command line.
  init(_ arguments: inout Arguments) {
    group = arguments.option(
      "--group", placeholder: "DIR", help: "the app group (else $TRANSCRIPTOR_GROUP, else ~/Transcriptor)")
    if group?.isEmpty == true { arguments.refuse("--group needs a folder.") }
    let to = arguments.option("--to", placeholder: "LANG", help: "the language to translate into")
    language = to.flatMap { SettingKind.language.value(of: $0)?.text }.flatMap(Language.init)
    if to != nil, language == nil { arguments.refuse("--to must be \(SettingKind.language.allowed).") }
    help = arguments.flag("--help", "-h", help: "print this help")
    version = arguments.flag("--version", help: "print the version")
    files = arguments.rest().map { ArgumentBytes.word($0.index) }
  }

  /// The page that `--help` prints.
  static func help(_ lines: [Arguments.HelpLine]) -> String {
    """
    Usage: transcriptor-action [OPTION…] [FILE…]

    Hands each file, or standard input, to the inbox to be translated, and prints its
    clientIdentifier, one a line. The files stay where they are.

    Options:
    \(Columns.lines(lines.map { ["", $0.names, $0.help] }, width: nil).joined(separator: "\n"))

    """
  }
}
