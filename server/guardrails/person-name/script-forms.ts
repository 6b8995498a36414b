/**
 * A script with its words that introduce a person, the words that end a name, and a pattern that must follow the name,
 * if any.
 */
type Form = { script: string; before: string; not: string; after?: string };

const forms: Form[] = [
  { script: "Bengali", before: "আমার নাম|নাম[:：]|জনাব|মিসেস|মোছাঃ|প্রিয়|গ্রাহক|রোগী", not: "হয়|হল|এবং|ও|আমি|থেকে|কে" },
  { script: "Bengali", before: "^|[।\\n] ?", not: "এবং|ও", after: " (?:সাহেব|ম্যাডাম|স্যার)" },
  { script: "Tamil", before: "என் பெயர்|பெயர்[:：]|திரு\\.?|திருமதி\\.?|அன்புள்ள", not: "என்று|ஆகும்|மற்றும்" },
  { script: "Telugu", before: "నా పేరు|పేరు[:：]|శ్రీ|శ్రీమతి|ప్రియమైన", not: "మరియు|అని|నేను" },
  { script: "Kannada", before: "ನನ್ನ ಹೆಸರು|ಹೆಸರು[:：]|ಶ್ರೀ|ಶ್ರೀಮತಿ|ಪ್ರಿಯ", not: "ಮತ್ತು|ಎಂದು|ನಾನು" },
  { script: "Malayalam", before: "എന്റെ പേര്|പേര്[:：]|ശ്രീ|ശ്രീമതി|പ്രിയ", not: "ആണ്|എന്നാണ്|ഞാൻ" },
  { script: "Gujarati", before: "મારું નામ|નામ[:：]|શ્રી|શ્રીમતી|પ્રિય", not: "છે|અને|હું" },
  { script: "Gurmukhi", before: "ਮੇਰਾ ਨਾਮ|ਮੇਰਾ ਨਾਂ|ਨਾਮ[:：]|ਸ਼੍ਰੀ|ਸ਼੍ਰੀਮਤੀ|ਪਿਆਰੇ", not: "ਹੈ|ਅਤੇ|ਮੈਂ" },
  { script: "Sinhala", before: "මගේ නම|නම[:：]|මහතා", not: "වේ|සහ|මම" },
  { script: "Devanagari", before: "माझे नाव|माझं नाव|मेरो नाम|नाव[:：]", not: "आहे|आणि|हो|र|मी|म" },
  { script: "Devanagari", before: "^|[।,\\n] ?|प्रिय ", not: "प्रिय|और|का|की|के", after: " जी(?=[ ,।]|$)" },
  {
    script: "Arabic",
    before: "میرا نام|نام[:：]|جناب|محترمہ|نام من|آقای|خانم|اسمم",
    not: "ہے|ہیں|اور|است|و|هستم|از|با|ست",
  },
  { script: "Arabic", before: "^من |[،,.] ?من ", not: "هستم|از", after: " (?:هستم|ام)" },
  { script: "Hebrew", before: "אני|כאן", not: "לא|רוצה|צריכה?|גר(?:ה)?", after: "(?=,| מ)" },
  { script: "Ethiopic", before: "ስሜ|ስም[:፡]|አቶ|ወይዘሮ|ወይዘሪት|ዶክተር", not: "ነው|እና" },
  { script: "Georgian", before: "მე ვარ|მქვია|სახელი[:：]|ბატონი|ქალბატონი|მიმღები[:：]", not: "და|ვარ" },
  { script: "Thai", before: "ลูกค้า[:：]|ผู้ป่วย[:：]|ผู้ติดต่อ[:：]", not: "โทร" },
  { script: "Khmer", before: "ខ្ញុំឈ្មោះ|ឈ្មោះ[:：]?|លោក|លោកស្រី", not: "និង|នៅ" },
  { script: "Lao", before: "ຂ້ອຍຊື່|ຊື່[:：]?|ທ້າວ|ນາງ", not: "ແລະ|ຢູ່" },
  { script: "Myanmar", before: "နာမည်[:：]?|ဦး|ဒေါ်|မောင်", not: "နှင့်|ပါ" },
];

/** Matches any of these scripts. */
const someScript = /[\u0590-\u06ff\u0900-\u0dff\u0e00-\u0eff\u1000-\u10ff\u1200-\u137f\u1780-\u17ff]/;

const patterns = forms.map(({ script, before, not, after }) => {
  const word = `[\\p{Script=${script}}\\p{M}\\u200c-]{2,20}`;
  const end = after === undefined ? "" : `(?:${after})`;
  const count = after === undefined ? "{0,2}" : "{1,2}?";
  const opens = before.startsWith("^");
  const [edge, gap] = opens ? ["", ""] : ["(?<![\\p{L}\\p{M}])", "[ \\u00a0]{1,2}"];
  const name = `(?!(?:${not})[ ,])${word}(?: (?!(?:${not})(?![\\p{L}\\p{M}]))${word})${count}`;
  return {
    needed: new RegExp(`\\p{Script=${script}}`, "u"),
    pattern: new RegExp(`${edge}(?:${before})${gap}(?<name>${name})${end}`, "gmu"),
  };
});

/**
 * Returns the forms to search for in a text. They find whole names of one to three words; the group `name` is the name.
 */
export function scriptFormsFor(text: string): RegExp[] {
  if (!someScript.test(text)) return [];
  return patterns.filter(({ needed }) => needed.test(text)).map(({ pattern }) => pattern);
}
