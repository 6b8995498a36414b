/** The text on one side of a position, nearest first: words in lower case, and the characters between them. */
export type Side = {
  /**
   * The characters from the position to the first word, e.g. `": "`. Consecutive blanks count as one, and at most four
   * characters are kept.
   */
  gap: string;
  words: readonly string[];
  /** The first word as written; empty at the end of the text, or of the part that is read. */
  written: string;
};

/** The length of the text that is read on each side, in UTF-16 units. */
export const reachBefore = 64;
export const reachAfter = 44;
const mostWords = 3;

export function sideBefore(text: string, at: number): Side {
  const least = Math.max(0, at - reachBefore);
  const words: string[] = [];
  let [gap, written, end] = ["", "", at];
  while (words.length < mostWords) {
    let last = end;
    while (last > least && !isWordUnit(text.charCodeAt(last - 1))) last -= 1;
    let first = last;
    while (first > least && isWordUnit(text.charCodeAt(first - 1))) first -= 1;
    if (words.length === 0) {
      gap = gapOf(text, last, end) + (last === 0 ? "^" : "");
      written = text.slice(first, last);
    }
    words.push(wordOf(text.slice(first, last)));
    end = first;
  }
  return { gap, words, written };
}

export function sideAfter(text: string, at: number): Side {
  const most = Math.min(text.length, at + reachAfter);
  const words: string[] = [];
  let [gap, written, start] = ["", "", at];
  while (words.length < mostWords) {
    let first = start;
    while (first < most && !isWordUnit(text.charCodeAt(first))) first += 1;
    let last = first;
    while (last < most && isWordUnit(text.charCodeAt(last))) last += 1;
    if (words.length === 0) {
      gap = gapOf(text, start, first) + (first === text.length ? "$" : "");
      written = text.slice(first, last);
    }
    words.push(wordOf(text.slice(first, last)));
    start = last;
  }
  return { gap, words, written };
}

/** Returns the word in the form that features use: numbers with the same number of digits are equal. */
function wordOf(written: string): string {
  const code = written.charCodeAt(0);
  return code >= 48 && code <= 57 ? `#${Math.min(written.length, 5)}` : written.toLowerCase();
}

function gapOf(text: string, from: number, to: number): string {
  let gap = "";
  for (let at = from; at < to && gap.length < 4; at += 1) {
    const sign = text.charAt(at);
    const isBlank = sign === " " || sign === "\t" || sign === "\u00a0";
    if (!isBlank) gap += sign === "“" || sign === "”" ? '"' : sign;
    else if (!gap.endsWith(" ")) gap += " ";
  }
  return gap;
}

/** Returns whether a UTF-16 unit is a letter or digit; beyond ASCII, anything outside the blocks of punctuation. */
function isWordUnit(code: number): boolean {
  if (code < 128)
    return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba;
  return !(
    (code >= 0x2000 && code <= 0x2bff) ||
    (code >= 0x3000 && code <= 0x303f) ||
    (code >= 0xff00 && code <= 0xff20)
  );
}
