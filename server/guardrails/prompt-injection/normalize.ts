/** A normalized text with a map back to the original. */
export type Normalized = {
  text: string;
  /** Returns the original offset of the character at `index`, which may equal the length. */
  originOf: (index: number) => number;
};

/** Characters that need separate handling: anything outside ASCII, and what escapes begin with. */
const special = /[^ -~\s]|&#|%[2-7][\da-fA-F]|\\[xuXU]|(?<=[a-zA-Z>])<(?=[!/a-zA-Z])/g;

/**
 * Lowercases a text, resolves compatibility forms (NFKC), removes accents and invisible characters, and decodes escapes
 * (HTML, percent, \x41, \u0041) and Unicode tags.
 */
export function normalize(text: string): Normalized {
  const pieces: string[] = [];
  // Offsets from which the original and the normalized text run in parallel again.
  const [from, origin] = [[0], [0]];
  let [read, written] = [0, 0];
  special.lastIndex = 0;
  for (let found = special.exec(text); found !== null; found = special.exec(text)) {
    const tag = found[0] === "<" ? tagAt(text, found.index) : 0;
    const { code, length } = readEscape(text, found.index) ?? readCharacter(text, found.index, tag);
    const folded = tag > 0 ? "" : fold(code);
    pieces.push(text.slice(read, found.index).toLowerCase(), folded);
    written += found.index - read;
    read = found.index + length;
    special.lastIndex = read;
    if (folded.length === 1 && length === 1) {
      written += 1;
      continue;
    }
    from.push(written);
    origin.push(found.index);
    written += folded.length;
    from.push(written);
    origin.push(read);
  }
  if (read === 0) return { text: text.toLowerCase(), originOf: (index) => index };
  pieces.push(text.slice(read).toLowerCase());
  return { text: pieces.join(""), originOf: (index) => originAt(from, origin, index) };
}

function originAt(from: readonly number[], origin: readonly number[], index: number): number {
  let [low, high] = [0, from.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((from[middle] ?? 0) <= index) low = middle + 1;
    else high = middle;
  }
  const start = (origin[low - 1] ?? 0) + index - (from[low - 1] ?? 0);
  return Math.min(start, origin[low] ?? start);
}

/** Returns the length of an inline formatting tag or short comment that a letter or another tag follows, otherwise 0. */
function tagAt(text: string, index: number): number {
  shapingTag.lastIndex = index;
  return shapingTag.exec(text)?.[0].length ?? 0;
}

const shapingTag =
  /<(?:\/?(?:b|i|u|s|em|strong|span|font|wbr|mark|small|big|sub|sup|tt)(?: [^<>\n]{0,60})?\/?|!--[^<>\n]{0,20}--)>(?=[a-zA-Z<])/iy;

function readCharacter(text: string, index: number, tag: number): { code: number; length: number } {
  const code = text.codePointAt(index) ?? 0;
  return { code, length: Math.max(tag, code > 0xffff ? 2 : 1) };
}

const escapePattern = /&#(\d{1,6});?|&#x([\da-f]{1,5});?|%([2-7][\da-f])|\\x([\da-f]{2})|\\u\{?([\da-f]{4})\}?/iy;

function readEscape(text: string, index: number): { code: number; length: number } | undefined {
  const first = text.charCodeAt(index);
  if (first !== 38 && first !== 37 && first !== 92) return undefined;
  escapePattern.lastIndex = index;
  const found = escapePattern.exec(text);
  if (found === null) return undefined;
  const [whole, decimal, ...hexes] = found;
  const digits = decimal ?? hexes.find((hex) => hex !== undefined) ?? "20";
  const code = Number.parseInt(digits, decimal === undefined ? 16 : 10);
  return { code: code > 0x10ffff ? 32 : code, length: whole.length };
}

const cache = new Map<number, string>();

function fold(code: number): string {
  if (code < 128) return String.fromCharCode(code).toLowerCase();
  const cached = cache.get(code);
  if (cached !== undefined) return cached;
  const folded = foldOnce(code);
  if (cache.size < 20_000) cache.set(code, folded);
  return folded;
}

const smallCapitals = "ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ǫq ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz";
const braille = "⠁a ⠃b ⠉c ⠙d ⠑e ⠋f ⠛g ⠓h ⠊i ⠚j ⠅k ⠇l ⠍m ⠝n ⠕o ⠏p ⠟q ⠗r ⠎s ⠞t ⠥u ⠧v ⠺w ⠭x ⠽y ⠵z";

const foldings: Record<string, string> = {
  ...Object.fromEntries(`${smallCapitals} ${braille} ⠀ `.split(" ").map(([sign = "", letter = " "]) => [sign, letter])),
  đ: "d",
  ı: "i",
  ł: "l",
  ø: "o",
  æ: "ae",
  œ: "oe",
  ß: "ss",
  ð: "d",
  "’": "'",
  "‘": "'",
  ʼ: "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "«": '"',
  "»": '"',
};
const invisible = /\p{Cf}|\p{Variation_Selector}|[\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]|[\u0300-\u036f]/u;
const accented = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u;

/** Squared and circled letters, and regional indicator letters. */
const letterBlocks = [0x1f130, 0x1f150, 0x1f170, 0x1f1e6];

function foldOnce(code: number): string {
  if (code >= 0xe0020 && code <= 0xe007e) return String.fromCharCode(code - 0xe0000).toLowerCase();
  for (const first of letterBlocks)
    if (code >= first && code < first + 26) return String.fromCharCode(97 + code - first);
  const character = String.fromCodePoint(code);
  if (invisible.test(character)) return "";
  const plain = character.normalize("NFKC").toLowerCase();
  const bare = accented.test(plain) ? plain.normalize("NFD").replace(/\p{M}/gu, "") : plain;
  return foldings[bare] ?? bare;
}

/** Normalizes a vocabulary word in the same way as texts. */
export function foldWord(word: string): string {
  return Array.from(word, (character) => fold(character.codePointAt(0) ?? 32)).join("");
}
