/** A run of text that both answers have, or only one of them. */
export type Part = { text: string; common: boolean };
export type AnswerDiff = { left: readonly Part[]; right: readonly Part[]; sameShare: number };

/** Above this many pairs of pieces a comparison word by word would hold the page up: then it goes by lines. */
const MOST_PAIRS = 4_000_000;

/** What two answers have in common, in order; the share is of their words together, from 0 to 1. */
export function answerDiff(left: string, right: string): AnswerDiff {
  const words = [pieces(left, /\s+|\S+/g), pieces(right, /\s+|\S+/g)] as const;
  const [a, b] = words[0].length * words[1].length <= MOST_PAIRS ? words : [lines(left), lines(right)];
  const { inLeft, inRight } = common(a, b);
  const all = [...a, ...b];
  const same = [...a.filter((_, index) => inLeft[index]), ...b.filter((_, index) => inRight[index])];
  const total = countWords(all);
  return {
    left: partsOf(a, inLeft),
    right: partsOf(b, inRight),
    sameShare: total === 0 ? 1 : countWords(same) / total,
  };
}

function pieces(text: string, shape: RegExp): string[] {
  return text.match(shape) ?? [];
}

function lines(text: string): string[] {
  return pieces(text, /[^\n]*\n|[^\n]+$/g).slice(0, 2000);
}

function countWords(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + pieces(text, /\S+/g).length, 0);
}

/** Marks the pieces of the longest common subsequence; the ends that are alike are taken without a table. */
function common(a: readonly string[], b: readonly string[]): { inLeft: boolean[]; inRight: boolean[] } {
  const inLeft = a.map(() => false);
  const inRight = b.map(() => false);
  const mark = (left: number, right: number) => {
    inLeft[left] = true;
    inRight[right] = true;
  };
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) mark(start, start++);
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) {
    end += 1;
    mark(a.length - end, b.length - end);
  }
  const [middleA, middleB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  for (const [left, right] of longestCommon(middleA, middleB)) mark(start + left, start + right);
  return { inLeft, inRight };
}

function longestCommon(a: readonly string[], b: readonly string[]): [number, number][] {
  const width = b.length + 1;
  const table = new Uint16Array((a.length + 1) * width);
  const at = (left: number, right: number) => table[left * width + right] ?? 0;
  for (let left = a.length - 1; left >= 0; left -= 1) {
    for (let right = b.length - 1; right >= 0; right -= 1) {
      const longer = Math.max(at(left + 1, right), at(left, right + 1));
      table[left * width + right] = a[left] === b[right] ? at(left + 1, right + 1) + 1 : longer;
    }
  }
  const pairs: [number, number][] = [];
  for (let left = 0, right = 0; left < a.length && right < b.length; ) {
    if (a[left] === b[right]) pairs.push([left++, right++]);
    else if (at(left + 1, right) >= at(left, right + 1)) left += 1;
    else right += 1;
  }
  return pairs;
}

/** Neighbors of one kind as one run; a space between two runs that differ belongs to them. */
function partsOf(texts: readonly string[], marks: readonly boolean[]): Part[] {
  const parts: Part[] = [];
  for (const [index, text] of texts.entries()) {
    const between = text.trim() === "" && marks[index - 1] === false && marks[index + 1] === false;
    const isCommon = Boolean(marks[index]) && !between;
    const last = parts.at(-1);
    if (last?.common === isCommon) last.text += text;
    else parts.push({ text, common: isCommon });
  }
  return parts;
}
