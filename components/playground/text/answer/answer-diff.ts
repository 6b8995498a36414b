import { diffArrays } from "diff";

/** A run of text that both responses have, or only one of them. */
export type Part = { text: string; common: boolean };
export type AnswerDiff = { left: readonly Part[]; right: readonly Part[]; sameShare: number };

/** Above this many pairs, a comparison by words would block the page, so lines are compared. */
const MOST_PAIRS = 4_000_000;

/** Compares two responses; the share is that of their common words, from 0 to 1. */
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

/** Marks the pieces that both sides have, in order. */
function common(a: readonly string[], b: readonly string[]): { inLeft: boolean[]; inRight: boolean[] } {
  const inLeft: boolean[] = [];
  const inRight: boolean[] = [];
  for (const { count, added, removed } of diffArrays([...a], [...b])) {
    const marks = Array.from({ length: count }, () => !added && !removed);
    if (!added) inLeft.push(...marks);
    if (!removed) inRight.push(...marks);
  }
  return { inLeft, inRight };
}

/** Merges neighbors of one kind; a space between two different runs belongs to them. */
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
