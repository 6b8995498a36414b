import { type Reading, rewrite } from "./rewrite.ts";

const blanks = "\\t\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000";
const invisible = "[\\p{Cf}\\p{Variation_Selector}\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u3164\\uffa0]";
/**
 * Full-width and small forms except Chinese and Japanese punctuation, ligatures, and mathematical letters and digits.
 */
const compatible =
  "[\\uff02-\\uff0b\\uff0d-\\uff1a\\uff1c-\\uff1e\\uff20-\\uff5e\\ufe52\\ufe55\\ufe59-\\ufe5a\\ufe5f\\ufe62\\ufe63\\ufe68\\ufe6b\\ufb00-\\ufb06\\u2024\\u{1d400}-\\u{1d7ff}]";
const digit = "[\\p{Nd}--[0-9]]";
const combined = "\\p{L}[\\u0300-\\u036f\\u3099\\u309a]+|[\\u1100-\\u1112][\\u1161-\\u1175][\\u11a8-\\u11c2]?";

const special = new RegExp(
  `(?<combined>${combined})|(?<blank>[${blanks}])|(?<invisible>${invisible}+)|${compatible}|(?<digit>${digit})`,
  "gv",
);

/** Matches texts with a character that is read as another one. */
const needed = new RegExp(
  `[${blanks}]|${invisible}|${compatible}|${digit}|[\\u0300-\\u036f\\u1100-\\u1112\\u3099\\u309a]`,
  "v",
);

/** Returns whether `plainCharacters` would change a text. */
export function hasSpecial(text: string): boolean {
  return needed.test(text);
}

/**
 * Reads every blank as a space, any digit and full-width sign as the ASCII one, and combining accents together with
 * their letters. Removes invisible characters, but keeps words apart if they only separate a lowercase letter from a
 * capital.
 */
export function plainCharacters(text: string): Reading {
  return rewrite(text, special, ({ 0: whole, index, groups = {} }) => {
    if (groups.blank !== undefined) return " ";
    if (groups.combined !== undefined) return whole.normalize("NFC");
    if (groups.digit !== undefined) return asciiDigit(whole);
    if (groups.invisible === undefined) return whole.normalize("NFKC");
    return partsWords(text, index, index + whole.length) ? " " : "";
  });
}

function partsWords(text: string, start: number, end: number): boolean {
  return /\p{Ll}/u.test(text.charAt(start - 1)) && /\p{Lu}/u.test(text.charAt(end));
}

const values = new Map<string, string>();

/** Decimal digits of a script are ten consecutive characters from zero (Unicode, chapter 4.6). */
function asciiDigit(written: string): string {
  const known = values.get(written);
  if (known !== undefined) return known;
  const code = written.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && isDigit.test(String.fromCodePoint(zero - 1))) zero -= 1;
  // There are five rows of mathematical digits without a gap.
  const value = code >= 0x1d7ce && code <= 0x1d7ff ? (code - 0x1d7ce) % 10 : code - zero;
  values.set(written, String(value));
  return String(value);
}

const isDigit = /\p{Nd}/u;
