import TestSupport

/// A text of a language with the encodings that people keep such texts in.
struct EncodingSample: Sendable {
  let language: String
  let encodings: [String]
  let sentence: String
  let words: [String]

  init(_ language: String, _ encodings: String, _ sentence: String, _ words: String) {
    self.language = language
    self.encodings = encodings.split(separator: " ").map(String.init)
    self.sentence = sentence
    self.words = words.split(separator: " ").map(String.init)
  }

  static let all = [
    EncodingSample(
      "ru", "WINDOWS-1251 KOI8-R IBM866 ISO-8859-5",
      "Соседская кошка третий день сидит на крыше и не хочет спускаться, хотя её зовут ужинать.",
      "лодка снег учитель берег зима Москва"),
    EncodingSample(
      "uk", "WINDOWS-1251 KOI8-U ISO-8859-5",
      "Ми зібрали цілий кошик грибів, і ще залишилося місце для ягід.",
      "місяць дощ українець ялинка"),
    EncodingSample(
      "be", "WINDOWS-1251", "Увечары дзяўчынка чытала казку і доўга не магла заснуць.", "воўк дзень"),
    EncodingSample(
      "bg", "WINDOWS-1251 ISO-8859-5", "Баба ми разказваше приказки, докато навън тихо валеше сняг.",
      "сняг приятел гъба"),
    EncodingSample(
      "sr", "WINDOWS-1251", "Јуче смо ишли на пијацу и купили јабуке, шљиве и мало меда.", "љубав кућа"),
    EncodingSample(
      "pl", "WINDOWS-1250 ISO-8859-2",
      "Kierowca zatrzymał się przed skrzyżowaniem, bo światło było już czerwone.",
      "źrebię ścieżka księżyc ból gęś wróbel"),
    EncodingSample(
      "cs", "WINDOWS-1250 ISO-8859-2", "Děda sedával u okna, kouřil dýmku a vyprávěl nám příběhy z války.",
      "měsíc čtvrtek růže žába týden"),
    EncodingSample(
      "sk", "WINDOWS-1250 ISO-8859-2",
      "Keď prišla zima, deti stavali snehuliakov a večer pili teplý čaj s medom.",
      "čučoriedka dážď ľud"),
    EncodingSample(
      "hu", "WINDOWS-1250 ISO-8859-2",
      "Az öreg kertész minden reggel megöntözte a rózsákat, mielőtt felkelt a nap.",
      "könyv erdő világ tükör"),
    EncodingSample(
      "ro", "WINDOWS-1250 ISO-8859-2", "Copiii au găsit în grădină un arici mic şi l-au dus la bunica.",
      "câine mămăligă"),
    EncodingSample(
      "hr", "WINDOWS-1250 ISO-8859-2", "Djeca su cijeli dan skupljala školjke i gradila kućice od pijeska.",
      "djevojčica šešir"),
    EncodingSample(
      "de", "WINDOWS-1252 ISO-8859-15",
      "Der Bäcker öffnet früh, und vor der Tür riecht es schon süß nach Brötchen.",
      "Gemüse hören Fuß Mädchen Übung"),
    EncodingSample(
      "fr", "WINDOWS-1252 ISO-8859-15",
      "Le facteur a oublié une lettre, et le chien l’a gardée près de sa niche.",
      "élève hôtel œuf français où"),
    EncodingSample(
      "es", "WINDOWS-1252 ISO-8859-15", "El señor García perdió su sombrero en el camión, ¡qué lástima!",
      "jardín pequeño camión"),
    EncodingSample(
      "it", "WINDOWS-1252 ISO-8859-15",
      "La nonna è già uscita perché voleva arrivare in città prima di mezzogiorno.",
      "caffè virtù"),
    EncodingSample(
      "pt", "WINDOWS-1252 ISO-8859-15", "O avião só chegou à noite, e a família já não tinha paciência.",
      "irmão açúcar avó"),
    EncodingSample(
      "sv", "WINDOWS-1252 ISO-8859-15", "Katten låg på trappan och väntade på att någon skulle öppna dörren.",
      "fjäril båt blåbär"),
    EncodingSample(
      "da", "WINDOWS-1252 ISO-8859-15",
      "Drengen løb over broen og råbte på sin søster, men hun hørte det ikke.",
      "sø pære"),
    EncodingSample(
      "fi", "WINDOWS-1252 ISO-8859-15", "Lapset hyppivät lätäköissä ja äiti pesi illalla kaikki saappaat.",
      "hämähäkki pöytä"),
    EncodingSample(
      "en", "WINDOWS-1252", "It’s a “smart” quotation – the kind that editors put in a naïve writer’s way.",
      "don’t"),
    EncodingSample(
      "tr", "WINDOWS-1254 ISO-8859-9", "Çocuklar bahçede oynarken yağmur başladı ve herkes içeri kaçtı.",
      "öğrenci şeker balık"),
    EncodingSample(
      "lt", "WINDOWS-1257 ISO-8859-13",
      "Senelis žvejojo prie ežero, o močiutė rinko miške mėlynes ir žemuoges.",
      "žuvis šešėlis"),
    EncodingSample(
      "lv", "WINDOWS-1257 ISO-8859-13",
      "Bērni skrēja pa pļavu un ķēra tauriņus, kamēr māte gatavoja pusdienas.",
      "tauriņš bērns"),
    EncodingSample(
      "et", "WINDOWS-1257 ISO-8859-15", "Poiss sõitis jalgrattaga kooli ja jõudis kohale täpselt õigel ajal.",
      "kõne"),
    EncodingSample(
      "el", "WINDOWS-1253 ISO-8859-7",
      "Ο παππούς κάθε πρωί πότιζε τα λουλούδια και τάιζε τις γάτες της γειτονιάς.",
      "λουλούδι σχολείο ήλιος"),
    EncodingSample(
      "he", "WINDOWS-1255 ISO-8859-8", "הילדים שיחקו בחצר עד הערב ואחר כך חזרו הביתה עייפים ושמחים.",
      "ילדה מחברת"),
    EncodingSample(
      "ar", "WINDOWS-1256 ISO-8859-6", "ذهب الولد إلى المدرسة مبكرا لأنه أراد أن يقابل أصدقاءه قبل الدرس.",
      "مدرسة صديق"),
    EncodingSample(
      "th", "CP874", "เด็กๆ วิ่งเล่นในสวนหลังบ้านจนมืดค่ำแล้วจึงกลับเข้าบ้านกินข้าว", "โรงเรียน ดอกไม้"),
    EncodingSample(
      "vi", "CP1258", "Trẻ em chạy chơi ngoài vườn cho đến khi trời tối mới về nhà ăn cơm.", "trường"),
    EncodingSample(
      "ja", "CP932 EUC-JP", "弟は毎朝、駅前の店で新聞と牛乳を買ってから学校へ行きます。", "さくら テーブル 表情 学校 約束"),
    EncodingSample("zh", "GB18030", "妈妈在厨房里做饭，孩子们坐在窗边看着外面的大雨。", "朋友 苹果 老师 我们的"),
    EncodingSample("zh-Hant", "BIG5", "媽媽在廚房裡做飯，孩子們坐在窗邊看著外面的大雨。", "朋友 蘋果 老師"),
    EncodingSample("ko", "EUC-KR", "아이들은 눈이 내리자 모두 밖으로 뛰어나가 눈사람을 만들었다.", "학교 바다 선생님"),
  ]
}
