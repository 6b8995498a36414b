import { lookUp } from "../lists.ts";
import type { Span } from "../rule.ts";
import { scriptFormsFor } from "./script-forms.ts";

/**
 * Finds names in lowercase letters and in scripts without capital letters, where the words around them introduce a
 * person.
 */
export function findIntroducedNames(text: string): Span[] {
  const spans: Span[] = [];
  for (const { pattern, family } of otherScript.test(text) ? forms : [])
    spans.push(...findNames(text, pattern, family));
  for (const form of scriptFormsFor(text)) spans.push(...findNames(text, form, false));
  for (const span of smallNames(text)) spans.push(span);
  for (const { pattern, family } of shortNames) spans.push(...findNames(text, pattern, family));
  return spans;
}

function findNames(text: string, pattern: RegExp, family: boolean): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(pattern)) {
    const name = match.groups?.name?.trim();
    if (name === undefined || name === "" || (family && !beginsWithFamily(name))) continue;
    const start = match.index + match[0].indexOf(name);
    spans.push({ start, end: start + name.length, slug: "person-name" });
  }
  return spans;
}

const otherScript = /[\u0590-\u06ff\u0900-\u097f\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/**
 * Returns whether a name begins with a family name, as Chinese, Japanese and Korean names do: one or two characters, in
 * Latin letters up to three.
 */
function beginsWithFamily(name: string): boolean {
  return lookUp(name.slice(0, 1)).family || lookUp(name.slice(0, 2)).family || lookUp(name.slice(0, 3)).family;
}

const forms: { pattern: RegExp; family: boolean }[] = [
  {
    family: true,
    pattern:
      /(?:我叫|我是|我係|名叫|姓名(?:是|[:：])?|联系人(?:是|[:：])?|收件人(?:是|[:：])?|寄件人(?:是|[:：])?|负责人(?:是|[:：])?|喂，|客户[:：]?|顾客|经理|主任|总监|请联系|感谢|签字人[:：]?|申请人[:：]?|经办人[:：]?|乘客|业主|租户|患者|病人|员工|同事|学生|司机|聯絡人[:：]?|客戶|經辦人[:：]?)\s?(?<name>\p{Script=Han}{2,4}?)(?=[，。、,.;；\s!！?？的（(在和于已说称表反要投来致希申请通将想向把被提需已处女先老打来吗嗎住]|$)/gu,
  },
  {
    family: true,
    pattern:
      /(?=\p{Script=Han})(?<=^|[^\p{Script=Han}]|[给由与和跟找对请是为叫])(?<name>\p{Script=Han}{2,4}?)(?:先生|女士|小姐|太太|老师|教授|医生|经理|的(?:邮箱|电话|手机|地址|号码|身份证|邮件|账户|生日))/gu,
  },
  {
    family: true,
    pattern:
      /(?=[\p{Script=Han}々])(?<![\p{Script=Han}\p{Script=Katakana}])(?<name>[\p{Script=Han}々]{1,6}(?:[ 　][\p{Script=Han}々]{1,3})?)[ 　]?(?:さん|様|氏|くん|ちゃん|と申します|と言います)/gu,
  },
  {
    family: false,
    pattern:
      /(?=[\p{Script=Han}々])(?<=^|[の。、：:\s　\d])(?!東京|大阪|京都|名古屋|日本|本日|今日|明日|昨日)(?<name>[\p{Script=Han}々]{1,3}[ 　][\p{Script=Han}々\p{Script=Hiragana}]{1,4})(?=[ 　]?(?:さん|様|です|でございます|と申|氏)|、[^、]{0,20}[県都府道市区]|\s*(?:電話|携帯|TEL|〒|\d{2,4}-))/gu,
  },
  {
    family: true,
    pattern:
      /(?:名前は|氏名[:：]\s?|担当の|担当者は|担当者?[:：]\s?|代表の|社員の|店長の|部長の|課長の|患者の|お客様の|弊社の)(?<name>[\p{Script=Han}々]{1,4}(?:[ 　]?[\p{Script=Han}々]{1,3})?)(?=です|でございます|と|が|は|に|より|から|まで|の|。|、|\s|$)/gu,
  },
  {
    family: true,
    pattern:
      /(?:이름은|저는|이름[:：]|성명[:：]?|고객(?:은|[:：])?|환자(?:는|[:：])?|담당자(?:는|[:：])?|수신[:：]|발신[:：]|작성자[:：]|예약자(?:는|[:：])?)\s?(?<name>\p{Script=Hangul}{2,4}?)(?=입니다|이고|이에요|예요|씨|님|,|\.|\s|\(|$)/gu,
  },
  {
    family: true,
    pattern:
      /(?=\p{Script=Hangul})(?<!\p{Script=Hangul})(?<name>(?:남궁|황보|제갈|사공|선우|서문|독고)\p{Script=Hangul}{1,2})(?=입니다|씨|님)/gu,
  },
  {
    family: true,
    pattern: /(?=\p{Script=Hangul})(?<!\p{Script=Hangul})(?<name>\p{Script=Hangul}{3})(?:씨|님|의 이메일|의 전화)/gu,
  },
  {
    family: false,
    pattern:
      /(?:اسمي|أنا اسمي|العميلة?[:：]?|المريضة?|الموظفة?|المدير(?:ة)?|المحامية?|مع تحيات|مع تحياتي|السيدة?|الدكتورة?|الأستاذة?|الاسم[:：]?)\s(?<name>\p{Script=Arabic}{2,14}(?:\s(?:بن |بنت |ال)?\p{Script=Arabic}{2,14})?)/gu,
  },
  {
    family: false,
    pattern:
      /(?:שמי|מדברת?|גברת|מר|ד"ר|לקוח[:]|הלקוחה?|המטופלת?|העובדת?|קוראים לי|השם שלי(?: הוא)?|שם[:：])\s(?<name>\p{Script=Hebrew}{2,12}(?:\s\p{Script=Hebrew}{2,12})?)/gu,
  },
  {
    family: false,
    pattern:
      /(?:मेरा नाम|प्रिय|ग्राहक|रोगी|सुश्री|श्रीमान|श्री|श्रीमती|डॉ\.?|नाम[:：])\s(?!है)(?<name>[\p{Script=Devanagari}]{2,14}(?:\s(?!है|हूँ|और|का|की|के|ने|को)[\p{Script=Devanagari}]{2,14})?)/gu,
  },
  {
    family: false,
    pattern:
      /(?:ชื่อ[:：]?|ผู้รับ[:：]|ผู้ส่ง[:：]|ลูกค้า|ผมชื่อ|ดิฉันชื่อ|ฉันชื่อ|คุณ|นาย|นางสาว|นาง)\s?(?!หนึ่ง|ของ|อื่น|อีก|เดิม|ใหม่|ไฟล์|ผู้ใช้|โปรแกรม|คำสั่ง|โดเมน|เรื่อง|บริษัท|สินค้า|โครงการ|ว่า)(?<name>\p{Script=Thai}{3,16}(?:\s\p{Script=Thai}{3,20})?)(?=\s|$)/gu,
  },
];

/** Family names of two or three letters, which are too short to be recognized by their letters. */
const shortNames: { pattern: RegExp; family: boolean }[] = [
  {
    family: false,
    pattern:
      /(?<![\p{L}\p{N}])(?:Mr|Mrs|Ms|Mx|Dr|Prof|Herr|Frau|Mme|Madam|Monsieur|Madame|Señora?|Signora?)\.? (?!Who|The)(?<name>\p{Lu}\p{Ll}{1,2})(?![\p{L}\p{N}'’.-])/gu,
  },
  {
    family: true,
    pattern:
      /(?<![\p{L}\p{N}])(?:[Rr]egards|[Ss]incerely|[Cc]heers|Best|Thanks|Yours|Grüße|Gruß|Cordialement|Saludos),[ \n]{1,2}(?<name>\p{Lu}\p{Ll}{1,2})(?=\s*$)/gu,
  },
];

const small =
  /\b(?:my (?:full )?name is|i am called|je m'appelle|me llamo|mi nombre es|ich heiße|ich heisse|mein name ist|mi chiamo|meu nome é) (?<name>\p{Ll}[\p{L}'’-]{1,20}(?: \p{Ll}[\p{L}'’-]{1,20})?)/giu;

function smallNames(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(small)) {
    const words = (match.groups?.name ?? "").split(" ");
    const known = words.map(lookUp);
    if (!/^\p{Ll}/u.test(words[0] ?? "") || !known[0]?.given) continue;
    const count = known[1] !== undefined && (known[1].family || (!known[1].word && known[1].given)) ? 2 : 1;
    const name = words.slice(0, count).join(" ");
    const start = match.index + match[0].length - (match.groups?.name ?? "").length;
    spans.push({ start, end: start + name.length, slug: "person-name" });
  }
  return spans;
}
