extension LanguageProfile {
  /// The letters of each language from the most to the least frequent, those of foreign words at the end, and the
  /// language's share of the texts that a user may meet, in small.
  ///
  /// The orders are well known and rough; only their beginnings and ends matter here.
  static let alphabets: [String: (letters: String, share: Float)] = [
    "en": ("etaoinsrhldcumfpgwybvkxjqzéï", 1), "de": ("enisratdhulcgmobwfkzvüpäßjöyqxé", 1),
    "fr": ("esaintrluodcpmévqfbghàjxèêyzçkwôîùûâœïëæ", 1), "es": ("eaosrnidlctumpbgvyqóíhfzjéáñxúüwk", 1),
    "it": ("eaionlrtscdupmvghfbqzòàùèéìkwxyj", 0.6), "pt": ("eaosridmntculpvgqbhfãzáçéjxóíõêâúàôwky", 0.6),
    "sv": ("eanrtsildomkgvfhäuåpböcyjxéwzq", 0.4), "da": ("enrtdisaglokmvfupbhyåøæcjéwxzq", 0.4),
    "fi": ("aintesloukämvrjhpydögbfcåwxzqšž", 0.4), "is": ("anrieðstulgmkfhvoáþíjdóböyépúæxýczwq", 0.15),
    "et": ("aeistlunkdomrvgpjhäbõüfööšžcxwqyz", 0.1), "lt": ("iastoreunkmlpvdgjėybšųžcąęįčūzhfxwq", 0.15),
    "lv": ("aisteruonkmlpvdzāījbgēšūcņģļžķhčfxwq", 0.15),
    "pl": ("iaoezncrswytkpdmlujłbgęhąóśżćńźfvxq", 0.6),
    "cs": ("oeantivlsrdkumpíhzáyjbcéřýžčšěůgťúfďóňxwq", 0.4),
    "sk": ("aoeinvtsrklmdpuáhzbcyíjčšžýéťúľgôfäóďňĺŕxwq", 0.2),
    "hu": ("eatlsnkiozrámgyédbvhjőöufpócüíúűxwq", 0.4), "ro": ("eiaurntcldospmăvfîgbâșțşţzhjxkyqw", 0.2),
    "hr": ("aioenjrstuvkdmlpgzbčcšžćhđfxwqy", 0.2), "tr": ("aeinrlıkdtmysubozgüşçhvğcöpfjâîûxwq", 0.5),
    "vi": (
      "nhtciagodmuvlrbpsyđáàạảãâấầậẩẫăắằặẳẵeéèẹẻẽêếềệểễíìịỉĩóòọỏõôốồộổỗơớờợởỡúùụủũưứừựửữýỳỵỷỹkxqfjwz", 0.2
    ),
    "ru": ("оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё", 1), "uk": ("оанивіертскмудлпяьзгбчхйшєїжцщюфґ", 0.4),
    "be": ("анеіоыркстядлуўмпзгвбьчцхжйшэюёф", 0.1), "bg": ("аеиотнрсвлдкпмзъябугчцшжщйхюфь", 0.2),
    "sr": ("аоиенрјтсвумдклпбзгшчцхжљњћђфџ", 0.15), "mk": ("аоиетнрсвдкјлмупзбгшчцжфхќѓџљњѕ", 0.1),
    "el": ("αοιετσνηυρπκμλςωδγχθφβξζψάέήίόύώϊϋΐΰ", 0.2), "he": ("יוהלאתברמשנעכדםקחפגטצןסזךףץ", 0.2),
    "ar": ("النيمورتهبدعسفكقحجةأشصطخىضإذءغزثئظآؤ", 0.4),
    "th": ("นารกงมอเวลยทสตด่้ีัิะาคปบหพจใไ็ื์ุูำชถแโผขซธณฟฉศษญึฐฎฏฬภฮฆฑฒฌ", 0.2),
  ]

  /// Frequent Chinese characters, with both forms of those that have two.
  static let commonHan = scalars(
    """
    的一是不了人我在有他这为之大来以个中上们到说国和地也子时道出而要于就下得可你年生自会那后能对着事其里所去行过家十用发\
    天如然作方成者多日都三小军二无同么经法当起与好看学进种将还分此心前面又定见只主没公从知使全长這為來个們說國時後對發過\
    無會與從學當經還進種見沒動機關開問題長東書馬車電話
    """)

  /// Kana, the frequent hiragana first.
  static let kana = scalars(
    """
    のにはをたがでてとしれさあるいもなこうよんらつきくかりせそすけまだめえちみおどわやろばほねへげじずふびぶむひゆアイウエオ\
    カキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワンーッャュョガギグゲゴザジズゼゾダヂヅデドバ\
    ビブベボパピプペポァィェォ
    """)

  /// Kanji that are learnt first, and some of the language of newspapers.
  static let commonKanji = scalars(
    """
    日一国人年大十二本中長出三時行見月後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千水半男西電校語\
    土木聞食車何南万毎白天母火右読友左休父雨会同事自社発者地業方新場員立開手力問代明動京目通言理体田主題意不作用度強公持野\
    以思家世多正安院心界教文元重近考画海売知道集別物使品計死特私始朝運終台広住無真有口少町料工建空急止送切転研足究楽起着店\
    病質待試族銀早映親験英医仕去味写字答夜音注帰古歌買
    """)

  /// Frequent syllables of Korean.
  static let commonHangul = scalars(
    """
    이다는에의가을고하를지은한도로사기서어나자리아시대그인정수있해일들장부게보과제전상적주라공구관원니없안만국동선조면여소생성\
    스트비것문미학했내경와습야요운지위화원연세무방당개발오마말모산물과으로
    """)

  private static func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }
}
