import { lexicon } from "./lexicon.ts";
import type { Normalized } from "./normalize.ts";
import { type Reading, readingOf, readWritten, segment } from "./reading.ts";

/** A word of a text as the vocabulary reads it. Offsets are in the original text, end exclusive. */
export type Token = Omit<Reading, "from" | "to"> & {
  start: number;
  end: number;
  /** True if the word begins a sentence. */
  opens: boolean;
  /** True if punctuation precedes it. */
  apart: boolean;
  /** The kinds of punctuation and line breaks before it, as bits. */
  gap: number;
};

const asciiWord = /[a-z0-9$@][a-z0-9$@'!|]*/g;
const anyWord = /[\p{L}\p{N}\p{M}$@][\p{L}\p{N}\p{M}$@'!|]*/gu;

/** Matches the end of a sentence. A single line break does not end one, because text is wrapped anywhere. */
const sentenceEnd = /[.!?;。！？…]|\n\s*\n|\n[ \t]*[-*#<|\d]/;
const punctuation = /["'`:,([{<>*–—-]/;

/** Splits a normalized text into words. */
export function tokenize({ text, originOf }: Normalized): Token[] {
  const pattern = /^[\0-\x7f]*$/.test(text) ? asciiWord : anyWord;
  const tokens: Token[] = [];
  let from = 0;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { index, 0: written } = match;
    const gap = index - from === 1 && text.charCodeAt(from) === 32 ? "" : text.slice(from, Math.min(index, from + 40));
    let opens =
      index === 0 ||
      tokens.length === 0 ||
      text.charCodeAt(from - 1) === 33 ||
      (gap !== "" && gap !== "." && sentenceEnd.test(gap));
    let apart = opens || (gap !== "" && punctuation.test(gap));
    let kinds = gap === "" ? 0 : kindsOf(gap);
    for (const reading of readWritten(written)) {
      const [start, end] = [originOf(index + reading.from), originOf(index + reading.to)];
      tokens.push(tokenOf(reading, start, end, { opens, apart, gap: kinds }));
      opens = apart = false;
      kinds = 0;
    }
    from = index + written.length;
    if (written.length > 40) pattern.lastIndex = from;
  }
  return joinSpaced(tokens);
}

/** The facts about the text before a token. */
type Before = Pick<Token, "opens" | "apart" | "gap">;

function tokenOf(reading: Reading, start: number, end: number, { opens, apart, gap }: Before): Token {
  const { word, entries, disguised, reversed, rotated, gist } = reading;
  return { word, entries, disguised, reversed, rotated, gist, start, end, opens, apart, gap };
}

const kinds = ["\n", "\"'`", ":", "([{", ")]}", "<", ">", "#", "*_-=~", "/\\|", ",", ".!?;"];
const kindBits = new Uint16Array(128);
for (const [bit, characters] of kinds.entries())
  for (const character of characters) kindBits[character.charCodeAt(0)] = 1 << bit;

/** Returns the kinds of characters in a gap, as bits. */
function kindsOf(gap: string): number {
  let bits = 0;
  for (let index = 0; index < gap.length; index += 1) bits |= kindBits[gap.charCodeAt(index) & 127] ?? 0;
  return bits;
}

/** Joins separated letters ("i g n o r e", "i-g-n-o-r-e") and words broken in two. */
function joinSpaced(tokens: Token[]): Token[] {
  const joined: Token[] = [];
  for (let index = 0; index < tokens.length; ) {
    const token = tokens[index];
    if (token === undefined) break;
    const end = token.word.length === 1 ? singlesEnd(tokens, index) : index;
    if (end - index >= 5) {
      for (const word of wordsOfSingles(tokens.slice(index, end))) joined.push(word);
      index = end;
      continue;
    }
    const whole = joinBroken(token, tokens[index + 1]);
    joined.push(whole ?? token);
    index += whole === undefined ? 1 : 2;
  }
  return joined;
}

function joinBroken(token: Token, next: Token | undefined): Token | undefined {
  const { words, beginnings } = lexicon();
  if (next === undefined || next.start - token.end > 3 || !beginnings.has(token.word)) return undefined;
  const word = token.word + next.word;
  if (word.length < 6 || word.length > 16 || !words.has(word) || (words.has(token.word) && words.has(next.word)))
    return undefined;
  return tokenOf(readingOf(word, 0, 0, true), token.start, next.end, token);
}

function singlesEnd(tokens: readonly Token[], index: number): number {
  let end = index;
  while (end < tokens.length && tokens[end]?.word.length === 1 && (end === index || gapBefore(tokens, end) <= 8))
    end += 1;
  return end;
}

function gapBefore(tokens: readonly Token[], index: number): number {
  return (tokens[index]?.start ?? 0) - (tokens[index - 1]?.end ?? 0);
}

function wordsOfSingles(singles: readonly Token[]): Token[] {
  const [first, last] = [singles[0], singles.at(-1)];
  if (first === undefined || last === undefined) return [];
  const letters = singles.map((token) => token.word).join("");
  const found = segment(letters.replace(/[013457]/g, (digit) => "oieast".charAt("013457".indexOf(digit))));
  return found.map((word, index) =>
    tokenOf(readingOf(word, 0, 0, true), first.start, last.end, {
      opens: index === 0 && first.opens,
      apart: index === 0,
      gap: index === 0 ? first.gap : 0,
    }),
  );
}
