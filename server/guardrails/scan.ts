/** The characters used as a dash between digits: hyphens, figure and en dashes, minus, full width. */
export const dash = "\\-\\u2010-\\u2015\\u2212\\uFE58\\uFE63\\uFF0D";

/** The spaces that do not break a line. */
export const blank = " \\t\\u00A0\\u2007\\u2009\\u202F\\u3000";

/**
 * A letter of a script that puts spaces between words, for character classes with the v flag: a number that directly
 * follows a Chinese or Japanese character still stands alone.
 */
export const letter =
  "[\\p{L}--[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}]]";

/** Returns at most `length` characters before `index`, in lower case, from the same or earlier lines. */
export function before(text: string, index: number, length: number): string {
  return text.slice(Math.max(0, index - length), index).toLowerCase();
}

/** Returns at most `length` characters from `index` on, in lower case. */
export function after(text: string, index: number, length: number): string {
  return text.slice(index, index + length).toLowerCase();
}

const wordPattern = new RegExp(`[${letter}\\p{N}_]`, "v");

/** Returns whether a letter, digit or underscore is at `index`; false at the ends of the text. */
export function wordAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (Number.isNaN(code)) return false;
  if (code < 128)
    return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122);
  return wordPattern.test(text.charAt(index));
}

/**
 * Returns the start of the run of characters at the end of the text that `pattern` (one character) matches, at most
 * `length` long.
 */
export function tailStart(text: string, pattern: RegExp, length: number): number {
  let start = text.length;
  const least = Math.max(0, text.length - length);
  while (start > least && pattern.test(text.charAt(start - 1))) start -= 1;
  return start;
}

const numberMark = /[\d .\-\u2010-\u2015\u2212\u00a0\t]/;

/**
 * Returns the first digit of the run of digits and separators at the end of the text, at most `length` back; the text's
 * length without one.
 */
export function digitTail(text: string, length: number): number {
  const start = tailStart(text, numberMark, length);
  const digit = text.slice(start).search(/\d/);
  return digit < 0 ? text.length : start + digit;
}
