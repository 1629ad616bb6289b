import CommandLineSupport
import TranscriptorKit

/// The options that every command knows.
struct SharedOptions: Sendable {
  /// The app group's folder; nil leaves it to the environment.
  let group: String?
  /// The language that the text is in; nil leaves it to the engine to find out.
  let sourceLanguage: Language?
  /// The settings that the command line makes.
  let settings: [SettingKey: SettingValue]
  /// Results and trouble are wanted as JSON.
  let json: Bool
  /// Only trouble is told.
  let quiet: Bool
  /// Details are told.
  let verbose: Bool
  /// Help is wanted instead of work.
  let help: Bool
  /// The version is wanted instead of work.
  let version: Bool

  /// Takes them from the words of the command line.
  init(_ arguments: inout Arguments) {
    group = arguments.option(
      "--group", placeholder: "DIR", help: "the app group (else $TRANSCRIPTOR_GROUP, else ~/Transcriptor)")
    if group?.isEmpty == true { arguments.refuse("--group needs a folder.") }
    let language = SettingKind.language
    let from = arguments.option("--from", placeholder: "LANG", help: "the language that the text is in")
    sourceLanguage = from.flatMap { language.value(of: $0)?.text }.flatMap(Language.init)
    if from != nil, sourceLanguage == nil { arguments.refuse("--from must be \(language.allowed).") }

    json = arguments.flag("--json", help: "print JSON, also for trouble")
    quiet = arguments.flag("--quiet", "-q", help: "say nothing but trouble")
    verbose = arguments.flag("--verbose", "-v", help: "say more of what is done")
    help = arguments.flag("--help", "-h", help: "print this help")
    version = arguments.flag("--version", help: "print the version")

    var settings: [SettingKey: SettingValue] = [:]
    for key in SettingKey.allCases {
      let text = arguments.option(key.options, placeholder: key.kind.placeholder, help: key.help)
      guard let text else { continue }
      settings[key] = key.kind.value(of: text)
      if settings[key] == nil { arguments.refuse("\(key.options[0]) must be \(key.kind.allowed).") }
    }
    self.settings = settings
  }
}
