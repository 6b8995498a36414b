/**
 * Words for a street, a house or a district, for addresses in scripts without capitals: there, each part of an address
 * begins with such a word.
 */

const arabic =
  "شارع|حي|مبنى|بناية|عمارة|شقة|الطابق|طابق|منطقة|طريق|برج|فيلا|قطعة|بلوك|خیابان|کوچه|بلوار|میدان|پلاک|واحد|طبقه|کدپستی|کوی|شهرک|بزرگراه|مکان|گلی|محلہ|سیکٹر|بلاک|فلیٹ";
const bengali = "বাড়ি|বাড়ি|বাসা|রোড|সড়ক|সড়ক|ফ্ল্যাট|ব্লক|সেক্টর|গ্রাম|ডাকঘর|থানা|উপজেলা|জেলা|হোল্ডিং|লেন";
const devanagari =
  "मकान|घर|फ्लैट|गली|सड़क|मार्ग|सेक्टर|वार्ड|ब्लॉक|ब्लाक|मोहल्ला|कॉलोनी|ग्राम|गाँव|तहसील|जिला|ज़िला|प्लॉट|भवन|रोड|पिन";
const tamil = "எண்|கதவு|தெரு|சாலை|நகர்|பிளாட்|மாடி|மாவட்டம்";
const thai = "หมู่|ม\\.|ซอย|ซ\\.|ถนน|ถ\\.|แขวง|ตำบล|ต\\.|เขต|อำเภอ|อ\\.|จังหวัด|จ\\.";

function rowOf(words: string, letters: string): string {
  const sign = `[${letters}\\p{N}\\/.-]`;
  const part = `(?:${words})[ :.]{0,3}(?:${sign}{1,20} ?){1,4}?`;
  const place = `(?:\\s?[,،] ?[${letters}]{2,18}(?: [${letters}]{2,18})?)`;
  return `(?:[${letters}]{2,16}[,،] ?)?${part}(?:(?:\\s?[,،]\\s?|\\s)${part}){1,5}${place}{0,3}(?: ?[-–,،]? ?\\p{N}{4,6})?(?![${letters}\\p{N}])`;
}

const vietnameseName = "\\p{Lu}[\\p{L}\\p{M}]{0,9}(?: \\p{Lu}[\\p{L}\\p{M}]{0,9}){0,4}";
const vietnamese =
  "(?:[Ss]ố (?:nhà )?)?\\d{1,4}[A-Za-z]?(?:\\/\\d{1,4}[A-Z]?){0,3},? (?:(?:[Nn]gõ|[Nn]gách|[Hh]ẻm|[Kk]iệt) \\d{1,4}(?:\\/\\d{1,4}){0,2},? ){0,2}" +
  `(?:(?:[Đđ]ường|[Pp]hố|[Nn]gõ|[Tt]hôn|[Tt]ổ)(?: số)? (?:${vietnameseName}|\\d{1,3})|${vietnameseName}(?=, (?:[Pp]hường|[Qq]uận|[Xx]ã|P\\.|Q\\.)))` +
  `(?:, ?(?:(?:[Pp]hường|[Qq]uận|[Hh]uyện|[Xx]ã|[Tt]hị (?:trấn|xã)|[Tt]hành phố|[Tt]ỉnh|P\\.|Q\\.|TP\\.?) ?(?:\\d{1,2}(?!\\d)|${vietnameseName})|${vietnameseName})(?! \\p{Ll}{2,})){0,4}`;

/** Matches Han characters except those that precede a place name in a sentence. */
const han = "(?:(?![了到在住于於至往是为為送寄从從去给給])\\p{Script=Han})";
const chineseCity = `${han}{2,4}(?:省|市|自治区)(?:${han}{1,4}(?:市|区|县|區|縣)){0,2}|${han}{2,3}(?:区|县|區|縣)|香港(?:九龍|新界)?|九龍|新界|澳門|澳门`;
const chinese = `(?:${chineseCity})\\p{Script=Han}{1,12}?(?:路|街|道|巷|大道|胡同|弄|里|村)(?:[一二三四五六七八九十\\d]{1,2}段)?(?:\\d{1,4}[巷弄]){0,2}\\s?\\d{1,5}(?:[-之]\\d{1,3})?\\s?(?:号|號)(?:[\\p{Script=Han}\\dA-Z]{0,14}(?:室|楼|樓|层|单元|号|號|户|座))?`;

const japaneseCity =
  "(?:〒\\s?\\d{3}-\\d{4}\\s?)(?:\\p{Script=Han}{2,4}[都道府県])?\\p{Script=Han}{1,5}[市区町村郡][\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー]{1,20}\\s?[0-9０-９]{1,4}(?:(?:丁目|番地?|号|[-－−ー]){1,2}[0-9０-９]{0,4}){0,3}";

const georgianWord = "[\\u10d0-\\u10ff-]{2,20}";
const georgian = `(?:ქ\\. ?${georgianWord}, )?${georgianWord}(?: ${georgianWord})? (?:ქუჩა|ქ\\.|გამზირი|გამზ\\.|ჩიხი|მოედანი|ხეივანი) ?(?:№ ?)?\\d{1,4}[ა-ჰ]?(?:, (?:ბინა|ბ\\.|სართული|კორპუსი|სადარბაზო) ?\\d{1,4}){0,3}(?:, ${georgianWord}(?: \\d{4})?)?`;

/** Matches a number, places in an Indian script and a postal code: "14/2, வடக்கு வீதி, சென்னை 600004". */
const indian = ["Devanagari", "Bengali", "Gujarati", "Gurmukhi", "Tamil", "Telugu", "Kannada", "Malayalam"]
  .map((script) => {
    const word = `[\\p{Script=${script}}\\p{M}.]{2,20}`;
    const part = `${word}(?: ${word}){0,3}`;
    return `\\d{1,4}[A-Z]?(?:[/-]\\d{1,4})?, (?:${part}, ){1,4}${part}[ -]{1,3}\\d{3} ?\\d{3}(?!\\d)`;
  })
  .join("|");

/** The forms, each with a pattern that a text must match before the form is searched for. */
const forms: [RegExp, string][] = [
  [/[\u0600-\u06ff]/, rowOf(arabic, "\\p{Script=Arabic}\\u200c")],
  [/[\u0980-\u09ff]/, rowOf(bengali, "\\p{Script=Bengali}")],
  [/[\u0900-\u097f]/, rowOf(devanagari, "\\p{Script=Devanagari}")],
  [/[\u0b80-\u0bff]/, rowOf(tamil, "\\p{Script=Tamil}")],
  [
    /[\u0e00-\u0e7f]/,
    `\\d{1,4}(?:\\/\\d{1,4})? (?:(?:${thai})\\s?[\\p{Script=Thai}]{0,30}(?:\\s?\\d{1,3}(?!\\d))?\\s?){2,6}(?:[\\p{Script=Thai}]{2,20}\\s)?(?:\\d{5})?`,
  ],
  [/[\u10d0-\u10ff]/, georgian],
  [/[\u0900-\u0dff]/, `(?:${indian})`],
  [/đường|phố|ngõ|thôn|tổ|phường|quận|xã/i, vietnamese],
  [/[号號]/, chinese],
  [/〒/, japaneseCity],
];

const patterns = forms.map(([needed, source]) => ({
  needed,
  pattern: new RegExp(`${needed.source === "[号號]" ? "" : "(?<![\\p{L}\\p{N}_])"}${source}`, "gu"),
}));

export function findNativeAddresses(text: string): { start: number; end: number }[] {
  return patterns.flatMap(({ needed, pattern }) =>
    needed.test(text)
      ? [...text.matchAll(pattern)]
          .filter((match) => /\p{N}/u.test(match[0]))
          .map((match) => ({ start: match.index, end: match.index + match[0].replace(/[\s,،.;:]+$/u, "").length }))
      : [],
  );
}
