#!/usr/bin/env python3
"""Writes the tables of language names in Sources/TranscriptorKit/Language/LanguageNames+Table*.swift.

    python3 -m venv venv && venv/bin/pip install babel==2.19.0
    venv/bin/python Tests/tools/language-names.py

Run by hand when the names should follow a newer CLDR; no build needs it. The names are those of the Unicode CLDR
(https://cldr.unicode.org), as the package `babel` carries them, under the Unicode License v3. Its notice must stand
with the data: in full in the first table, named in the others.
"""

import pathlib

from babel import Locale, localedata
from babel.core import get_cldr_version

# ISO 639-1 in full (with `sh`, which is withdrawn and still written), then languages of ISO 639-3 that dictionaries
# or people ask for. Left out: codes that are common words, since a folder of that name would become a language.
CODES = """
aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es
et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki
kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no
nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta
te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
arz ast ban bho ceb chm chr ckb crh csb dsb fil frp fur gsw haw hak hil hsb ilo kab kha kok krc lij lmo ltg mai mdf
mni mwl myv nan nap nds nso pap pcm rom rup sah scn sco sma smn sms szl tet tpi tyv udm vec wuu xal yue zgh
""".split()

# The languages in which the names are written.
TARGETS = """
af ar ast az be bg bn br bs ca cs cy da de el en eo es et eu fa fi fil fr ga gd gl gu he hi hr hsb hu hy id is it ja
ka kk ko ku la lt lv mk mn mr ms nb nl nn oc pa pl pt pt-PT ro ru sc sk sl sq sr sr-Latn sv sw szl ta te th tr uk ur
uz vi zh zh-Hant zh-Hant-HK
""".split()

TABLES = 4

HEADER = """\
// swift-format-ignore-file
// Written by Tests/tools/language-names.py from Unicode CLDR {cldr}; not to be edited by hand.
//
{notice}

extension LanguageNames {{
  /// Each row: the language that the names are written in, then `code name` after `code name`.
  static let table{number}: [StaticString] = [
"""


def names(target: str) -> dict[str, str]:
    """The names in one language, by code."""
    found = {}
    for code, name in Locale.parse(target, sep="-").languages.items():
        if code in CODES:
            # Where CLDR gives two names, a badge has room for one.
            found[code] = " ".join(name.split(";")[0].split())
            assert not set(found[code]) & set('|"\\'), (target, code, name)
    return found


def main() -> None:
    licence_file = pathlib.Path(localedata.__file__).parent / "locale-data" / "LICENSE.unicode"
    licence = "\n".join(("// " + line).rstrip() for line in licence_file.read_text().strip().splitlines())
    folder = pathlib.Path(__file__).parents[2] / "Sources" / "TranscriptorKit" / "Language"
    copyright = next(line for line in licence.splitlines() if "Copyright" in line)
    short = copyright + "\n// Unicode License v3, in full in LanguageNames+Table1.swift.\n// SPDX-License-Identifier: Unicode-3.0"
    size = -(-len(TARGETS) // TABLES)
    for number in range(TABLES):
        text = HEADER.format(cldr=get_cldr_version(), notice=short if number else licence, number=number + 1)
        for target in TARGETS[number * size : (number + 1) * size]:
            pairs = "|".join(f"{code} {name}" for code, name in names(target).items())
            text += f'    "{target}|{pairs}",\n'
        (folder / f"LanguageNames+Table{number + 1}.swift").write_text(text + "  ]\n}\n")


if __name__ == "__main__":
    main()
