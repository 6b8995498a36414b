import { isPlace } from "../lists.ts";
import { insideName } from "./world-streets.ts";

/**
 * The end of an address: its offset, the numbers of flats and of postal codes in it, the names of districts, cities and
 * countries, and whether a code that is not a year directly precedes a city.
 */
export type Tail = { end: number; codes: number; units: number; places: string[]; codedCity: boolean };

const capital = "[\\p{Lu}\\p{Lo}][\\p{L}\\p{M}'’.-]{0,24}";
const separator =
  /\.? ?, ?\n? ?|، ?| ?\n,? ?| [-–] |\. (?=\d|[IVX]{1,4}\/)| \((?=\p{Lu}[\p{L}]{1,20}\))|\/(?=\p{Lu})| /uy;
const unit =
  /(?:[Ss]ur|[Nn]orte|(?:Ote|Pte|Nte)\.?|Oriente|Poniente)(?=[ ,.\n]|$)|(?:[Aa]pt|[Aa]partment|[Bb]o[iî]te|[Bb]te|[Oo]ficina|[Oo]f|House|Plot|[Ss]uite|Ste|[Uu]nit|Flat|Floor|[Ff]l|Room|Rm|Block|Blk|Tower|Door|кв|оф|корп|стр|[Pp]iso|planta|esc|scala|interno|int|lok|byt|ajtó|étage|D|Kat|Daire|Bus|bus|postbus|lgh|Whg|Top|m|[Aa]pt?o|[Aa]pp?|[Bb]l|[Bb]loco|[Ss]c|[Ee]t|[Ee]taj|[Ll]eil|[Bb]olig|[Ss]tg|ajtó|emelet|[Pp]uerta|[Pp]ta|[Dd]pto|[Tt]orre|[Ss]ala|[Kk]rt|[Cc]asa|[Tt]rappe|[Uu]lk|[Dd]aire|ет|ап|вх|подъезд|διαμ|RT|RW|[Bb]lok|Lantai|дом|үй|стан|דירה|קומה|כניסה)\.?:? ?#?(?:[A-Z]-?)?\d{1,5}[A-Za-z]?(?![\p{L}\p{N}])|#\d{1,3}-\d{1,4}(?!\d)|[IVX]{1,4}\/\d{1,3}\.?(?![\p{L}\p{N}])|\d{1,2}\.? ?[º°ª]\.? ?(?:[A-Z]|(?:[Ee]sq|[Dd]to|[Dd]ta|[Dd]t|[Ff]rt|[Ff]te|[Ii]zda?|[Dd]cha)\.?)(?!\p{L})|\d{1,2}\. ?(?:th|tv|mf|sal|OG|Stock|emelet|em)\.?(?!\p{L})|(?:[Bb]l|[Bb]lok|[Ss]c|[Bb]loco|[Tt]orre)\.? [A-Z]\d?(?!\p{L})|\d{1,4} (?:үй|пәтер|корпус)(?!\p{L})|\d{1,2}(?:r|n|t|è) \d{1,2}a(?!\p{L})|(?:Apt|Suite|Unit|Flat)\.? [A-Z](?!\p{L})|\d{1,2}(?:º|ª|°|er|ème|th|rd|nd|st)(?: (?:[A-Z]|\p{L}{3,9})(?!\p{L}))?|[A-Z]\d?(?= ?,)/uy;
const code =
  /(?:(?:[A-Z]{1,3}[- ]?)?(?:\d{5}-\d{3,4}|\d{3}-\d{4}|\d{2}-\d{3}|\d{4}-\d{3}|\d{3} \d{2,3}|\d{4,6})(?: [A-Z]{2}(?=[ ,]))?|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]{2}\d{3,4}|[A-Z]\d[\dW] [A-Z][A-Z\d]{3}|\d{3}(?= (?:Reykjav|Kópavog|Hafnarf|Garðab|Akureyri|Mosfell|Selfoss|Keflav|Ísafj|Egilss|Húsav|Vestmann|Tórshavn))|[A-Z]\d[A-Z] ?\d[A-Z]\d)(?![\p{L}\p{N}]|[.,]\d|-\d)/uy;
const place = new RegExp(
  `${capital}(?:[ -](?:(?:${insideName}|upon|am|aan|bei|ob der|in der|in(?= (?:Ober|Nieder))) ?)?${capital}){0,4}(?: \\d{1,2}(?![\\d.,:/]))?`,
  "uy",
);

type Kind = "start" | "unit" | "code" | "place";

/** Reads the parts after a street and its number, as long as each may belong to the address. */
export function tailFrom(text: string, from: number): Tail {
  const tail: Tail = { end: from, codes: 0, units: 0, places: [], codedCity: false };
  let [at, last]: [number, Kind] = [from, "start"];
  for (let part = 0; part < 8; part += 1) {
    const gap = matchAt(separator, text, at);
    if (gap === undefined) break;
    const next = partAt(text, at + gap.length, last, gap);
    if (next === undefined) break;
    if (next.kind === "code") tail.codes += /^(?:19|20)\d\d$/.test(next.text) ? 0.6 : 1;
    if (next.kind === "unit") tail.units += 1;
    if (next.kind === "place") tail.places.push(next.text);
    if (next.kind === "place" && last === "code" && gap === " " && !isYear(text, at)) tail.codedCity = true;
    at += gap.length + next.text.length;
    if (text.charAt(at) === ")" && gap.includes("(")) at += 1;
    tail.end = at;
    last = next.kind;
  }
  return tail;
}

function partAt(text: string, at: number, last: Kind, gap: string): { kind: Kind; text: string } | undefined {
  const close = gap === " ";
  const found = matchAt(code, text, at);
  if (found !== undefined && last !== "code" && !/^ \p{Ll}/u.test(text.slice(at + found.length, at + found.length + 2)))
    return { kind: "code", text: found };
  const room = matchAt(unit, text, at);
  if (room !== undefined && last !== "code") return { kind: "unit", text: room };
  const name = matchAt(place, text, at);
  if (name === undefined || (close && last !== "code" && !/^[A-Z]{2}$/.test(name))) return undefined;
  const whole = name.replace(/[.-]+$/, "");
  // "Kadıköy, İstanbul adresine": a known place ends the address, whatever follows it.
  const isOver =
    !continues(text, at + whole.length) ||
    (!close && isPlace(whole) && /^ \p{Ll}/u.test(text.slice(at + whole.length)));
  return isOver ? { kind: "place", text: whole } : undefined;
}

function isYear(text: string, at: number): boolean {
  return /(?<!\d)(?:19|20)\d\d$/.test(text.slice(Math.max(0, at - 5), at));
}

/** Returns whether a sentence, a label or the name of another thing continues after the name. */
function continues(text: string, at: number): boolean {
  return /^(?: ?[:=@](?!\))| ?\((?!\p{Lu}\p{L}{1,20}\))|\.?\p{L}| \p{Ll}{2,}|['’]s )/u.test(text.slice(at, at + 26));
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  const found = pattern.exec(text)?.[0];
  return found === "" ? undefined : found;
}
