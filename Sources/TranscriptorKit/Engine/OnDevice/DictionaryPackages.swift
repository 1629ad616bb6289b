/// The Debian packages that hold dictionaries which the on-device engine can read.
///
/// Debian 12 has these; from the packages that carry the source package `freedict-wikdict`, and `mueller7-dict`.
package enum DictionaryPackages {
  /// A package and the languages of its dictionary, as ISO 639-1 codes.
  package struct Entry: Hashable, Sendable {
    package let name: String
    package let source: String
    package let target: String
  }

  /// All packages, by target and source.
  package static let all: [Entry] =
    sources.split(separator: "\n").flatMap { line -> [Entry] in
      let codes = line.split(separator: " ").map(String.init)
      return codes.dropFirst().map { source in
        Entry(
          name: "dict-freedict-\(source)-\(codes[0])", source: LanguageCodes.canonical(source),
          target: LanguageCodes.canonical(codes[0]))
      }
    } + [Entry(name: "mueller7-dict", source: "en", target: "ru")]

  /// The packages to a language, and from one where it is given; codes of ISO 639.
  package static func packages(from source: String?, to target: String) -> [Entry] {
    all.filter { entry in
      LanguageCodes.same(entry.target, target)
        && source.map { LanguageCodes.same(entry.source, $0) } ?? true
    }
  }

  /// A target and its sources a line.
  private static let sources = """
    bul deu ell eng fin fra ita nld pol swe
    deu fin fra pol swe
    ell deu fin fra ita nld pol swe
    eng ell fin pol
    fin deu ell eng fra ita nld pol swe
    fra deu ell fin pol por swe
    ind deu ell eng fin ita nld pol
    ita ell fin fra nld pol swe
    jpn ell eng fin fra ita pol swe
    lat ell fin fra nld swe
    lit ell fin fra ita nld
    nld ell fin pol swe
    nor ell eng fin ita pol swe
    pol deu ell fin fra ita nld swe
    por ell fin fra ita nld pol swe
    rus deu ell fra ita nld pol swe
    spa deu ell fra ita nld pol por swe
    swe deu ell fin fra ita nld pol
    tur fra ita pol swe
    """
}
