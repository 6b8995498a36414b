import { isPlace } from "../lists.ts";
import { tailFrom } from "./tail.ts";
import { insideName, isStreetWord } from "./world-streets.ts";

type Range = { start: number; end: number };

const capital = "[\\p{Lu}\\p{Lo}][\\p{L}\\p{M}'’.-]{0,24}";
const nameWord = `(?:${capital}|(?:il|is|it|ix|in|id|ir|tal|al|el|as|ar)-\\p{Lu}[\\p{L}]{1,20}|${insideName}|\\d{1,2}(?:st|nd|rd|th|º|ª|\\.)?)`;
const numberSource =
  "(?=\\d)(?<![\\p{L}\\p{N}_$€£#%@/]|\\p{N}[.,:]|(?<!(?<![\\p{L}\\p{N}])[A-Z]{1,2})-)\\d{1,5}(?:[A-Za-z](?![\\p{L}])| ?(?:bis|ter)(?!\\p{L})|[/-](?:\\d{1,4}[A-Za-z]?|[IVX]{1,4}|hs)(?!\\p{L})){0,2}(?![\\p{L}\\p{N}_%:]|[.,]\\p{N})";
const houseNumber = new RegExp(numberSource, "gu");
/** Matches a word before a number that is not a house number: "Seat 12, Gate B". */
const counter =
  /(?<!\p{L})(?:Seat|Row|Table|Gate|Page|Chapter|Step|Item|Figure|Line|Track|Counter|Ticket|Lesson|Section) $/u;
const blockBefore = /(?:[A-Z]{1,2}-|No\.? ?)$/;
const streetBefore = new RegExp(
  `(?<![\\p{L}\\p{N}_-])(${capital}(?: ${nameWord}){0,5}),? (?:(?:[Nn][ro]\\.?|[Nn]um\\.|[Nn][º°o]\\.?|č\\.(?: ?p\\.)?|br\\.|бр\\.|№|д\\.|дом|буд\\.|αρ\\.) ?:? ?)?$`,
  "u",
);
const smallStreetBefore =
  /(?<![\p{L}\p{N}_.-])((?:ul|al|os|pl|ulica|ulice|nám|náměstí|tř|ул|пр|пр-т|просп|вул|бул|пер|str|calle|avenida|avda|plaza|paseo|rue|via|viale|corso|piazza|vicolo|strada|rua|travessa|praça|jalan|jl|carrer|camino|chemin|triq|улица|улици|улицы|улицу|улицата|проспект|вулиця|оδός|οδός|οδό|شارع|רחוב)\.? (?:(?:de|del|dei|della|delle|di|da|do|das|dos|la|las|los|el|los|du|des) ){0,2}[\p{Lu}\p{Lo}][\p{L}\p{M}'’.-]{1,24}(?: [\p{Lu}\p{Lo}][\p{L}\p{M}'’.-]{1,24}){0,3}),? (?:(?:д\.|дом|буд\.|n[º°]) ?)?$/u;
const streetAfter = new RegExp(`^,? (${nameWord}(?: ${nameWord}){0,5})`, "u");
const building =
  /(?:Building|Flat|Unit|Apartment|Apt|Studio|Suite|House|Bldg|Room|Villa|Plot|Block|Shop|Office|Tower|Floor)\.? (?:No\.? ?)?[\p{L}\d-]{1,8},? (?:\p{Lu}[\p{L} ]{2,30}, ?)?$/u;
const label =
  /(?<!\p{L})(?:address|adresse|anschrift|dirección|direccion|domicilio|indirizzo|endereço|morada|adres|adress|osoite|cím|adresa|alamat|địa chỉ|адрес|адреса|мекенжай\p{L}*|כתובת|הכתובת|διεύθυνση|عنوان|lives? (?:at|in)|living at|reside[sd]? (?:at|in)|resident of|located at|visit(?: us at)?|office is at|moved to|ship(?:ped)?(?: it| them)? to|deliver(?:ed|y)?(?: it| them)? (?:to|at|in)|send(?: it| them)? to|mail(?:ed)? to|meet (?:me )?at|at|wohn\w*(?: in)?(?: der)?|habit[eo]\w*|abit[oa]\w*|vivo en|vive en|mor[oa]|livr\w+|entreg\w+|enví\w+|bor|mieszka\w*|проживает|живу|доставка)[^\p{L}\p{N}]{0,4}(?:по адресу |is |ist |est |es |è |é |lautet |:)?[^\p{L}\p{N}]{0,3}$/iu;

/**
 * Finds addresses of any country: a house number next to capitalized words, and the end of an address after them. A
 * word for a street, a postal code with a city, known places and an introduction are evidence; two of them make an
 * address.
 */
export function findScoredAddresses(text: string): Range[] {
  const found: Range[] = [];
  let from = 0;
  houseNumber.lastIndex = 0;
  for (let match = houseNumber.exec(text); match !== null; match = houseNumber.exec(text)) {
    if (match.index < from || counter.test(text.slice(Math.max(0, match.index - 9), match.index))) continue;
    const lead = blockBefore.exec(text.slice(Math.max(from, match.index - 5), match.index))?.[0].length ?? 0;
    const number = { start: match.index - lead, end: match.index + match[0].length };
    const range = behindStreet(text, number, from) ?? beforeStreet(text, number, from);
    if (range === undefined) continue;
    found.push(range);
    from = range.end;
    houseNumber.lastIndex = Math.max(range.end, number.end);
  }
  return found;
}

/** Finds an address whose number follows the street: "Rosenweg 12, 50667 Köln". */
function behindStreet(text: string, number: Range, from: number): Range | undefined {
  const ahead = text.slice(Math.max(from, number.start - 80), number.start);
  const street = smallStreetBefore.exec(ahead) ?? streetBefore.exec(ahead);
  if (street === null) return undefined;
  const words = (street[1] ?? "").split(" ");
  const start = number.start - (street[0]?.length ?? 0);
  const first = withoutOpening(text, start, words);
  const range = { start: start + first.skipped, end: number.end };
  const city = cityAhead(text, range.start, from);
  const found = weigh(text, range, first.words, city.score + (markedNumber.test(street[0] ?? "") ? 0.5 : 0));
  return found === undefined ? undefined : { start: found.start - city.length, end: found.end };
}

const markedNumber = /(?:[Nn][ro]|[Nn]um|[Nn][º°]|č|p|br|бр|д|буд|αρ)\.:? ?$|(?:No|№|дом):? ?$/u;
const codeAndCity =
  /(?<![\p{L}\p{N}_.-])(?:[A-Z]{1,2}-)?(?:\d{4,6}|\d{3} \d{2}|\d{2}-\d{3}),? \p{Lu}[\p{L}.'’-]{1,24}(?: [\p{Lu}\d][\p{L}\d.'’-]{0,24}){0,2}, ?$/u;
const cityOnly = /(?<![\p{L}\p{N}_-])(?:г\. ?|м\. ?)?(\p{Lu}[\p{L}'’-]{2,24}(?: \p{Lu}[\p{L}'’-]{1,24})?), $/u;

/**
 * Returns the length and the score of a city before the street: "1053 Budapest, Kecskeméti utca 6", "Москва, улица
 * Ленина, 12".
 */
function cityAhead(text: string, start: number, from: number): { length: number; score: number } {
  const ahead = text.slice(Math.max(from, start - 60), start);
  const codeMatch = codeAndCity.exec(ahead);
  if (codeMatch !== null) return { length: codeMatch[0].length, score: 1.5 };
  const city = cityOnly.exec(ahead);
  return city !== null && isPlace(city[1] ?? "") ? { length: city[0].length, score: 0.9 } : { length: 0, score: 0 };
}

/** Removes the first word of a sentence or a label, which is not part of the street: "Visit Karl Johans gate 22". */
function withoutOpening(text: string, start: number, words: string[]): { words: string[]; skipped: number } {
  if (words.length < 2 || !notStreet.test(words[0] ?? "")) return { words, skipped: 0 };
  const skipped = (words[0]?.length ?? 0) + 1;
  return text.slice(start, start + skipped).length === skipped
    ? { words: words.slice(1), skipped }
    : { words, skipped: 0 };
}

const notStreet =
  /^(?:Visit|At|To|In|On|From|Near|Address|Deliver|Ship|Send|The|Our|My|His|Her|Their|And|Adresse|Calle:|Meet|Mail|Office|Die|Der|Das|El|Il|De|Het)$/;

/** Finds an address whose number precedes the street: "17 chemin des Vignes, 13100 Aix". */
function beforeStreet(text: string, number: Range, from: number): Range | undefined {
  const behind = streetAfter.exec(text.slice(number.end, number.end + 90));
  if (behind === null) return undefined;
  let words = (behind[1] ?? "").split(" ");
  while (words.length > 0 && !/^[\p{Lu}\p{Lo}\d]/u.test(words.at(-1) ?? "") && !isStreetWord(words.at(-1) ?? ""))
    words = words.slice(0, -1);
  const length = behind[0].indexOf(behind[1] ?? "") + words.join(" ").length;
  if (words.length === 0 || !words.some((word) => /^\p{L}{3}/u.test(word))) return undefined;
  const range = weigh(text, { start: number.start, end: number.end + length }, words);
  if (range === undefined) return undefined;
  const ahead = building.exec(text.slice(Math.max(from, number.start - 60), number.start));
  return { start: range.start - (ahead?.[0].length ?? 0), end: range.end };
}

function weigh(text: string, street: Range, words: readonly string[], more = 0): Range | undefined {
  if (words.every((word) => monthOrUnit.test(word))) return undefined;
  const tail = tailFrom(text, street.end);
  let score = more + (words.length > 1 || (words[0]?.length ?? 0) > 6 ? 0 : -0.3);
  if (words.some(isStreetWord)) score += words.length > 1 || tail.codes > 0 ? 1 : 0.6;
  score += Math.min(1, tail.codes) + Math.min(2, tail.places.filter((place) => isPlace(place)).length) * 0.9;
  if (tail.places.length > 1) score += 0.4;
  // "48, 546 32 Θεσσαλονίκη": a code directly before the name of a city.
  if (tail.codedCity) score += 0.75;
  if (tail.units > 0) score += 0.4;
  if (label.test(text.slice(Math.max(0, street.start - 40), street.start))) score += 0.8;
  if (monthOrUnit.test(words.at(-1) ?? "") || things.test(words.join(" "))) score -= 1.2;
  return score >= 1.75 ? { start: street.start, end: tail.end } : undefined;
}

const monthOrUnit =
  /^(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember|AM|PM|USD|EUR|GBP|Uhr|Version|Windows|Chapter|Section|Page|Figure|Table|Step|Lesson|Part|Vol|Volume|Item|Level|Day|Week|Year|Class|Grade|Phase|Stage|Round|Group|Line|Gate|Exit|Platform|Article|Season|Episode|Room|Order|Invoice)$/;
const things = /(?:Way Street|Star|Percent|Million|Billion|University|Olympics|World Cup|Festival|Conference)/;
