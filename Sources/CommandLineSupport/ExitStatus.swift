/// How a program ended, for whoever started it; the numbers follow sysexits.h where it has one.
package enum ExitStatus: Int32, CaseIterable, Sendable {
  /// All is done, or there was nothing to do.
  case success = 0
  /// Some text can't be translated as it is, or an ID or name is unknown.
  case itemFailed = 1
  /// The command line is wrong (EX_USAGE).
  case usage = 64
  /// A file or folder that was named can't be read (EX_NOINPUT).
  case unreadable = 66
  /// A fault of the program itself (EX_SOFTWARE).
  case programFault = 70
  /// A file or folder can't be made or written (EX_CANTCREAT).
  case unwritable = 73
  /// The service could not answer now (EX_TEMPFAIL).
  case service = 75
  /// A person must act first (EX_CONFIG).
  case setup = 78

  /// From the one that says most to the one that says least.
  private static let order: [ExitStatus] = [
    .usage, .programFault, .unwritable, .setup, .service, .itemFailed, .unreadable, .success,
  ]

  /// The one status that stands for several; success where there are none.
  package static func worst(of statuses: some Sequence<ExitStatus>) -> ExitStatus {
    let statuses = Set(statuses)
    return order.first(where: statuses.contains) ?? .success
  }

  /// What the status means, in a line of the help.
  package var meaning: String {
    switch self {
    case .success: "all is done, or there was nothing to do"
    case .itemFailed: "some text can't be translated, or an ID or name is unknown"
    case .usage: "the command line is wrong"
    case .unreadable: "a file or folder that was named can't be read"
    case .programFault: "a fault of the program"
    case .unwritable: "a file or folder can't be made or written"
    case .service: "the service could not answer now; try again later"
    case .setup: "a person must act first: a key, a setting or a right is missing"
    }
  }
}
