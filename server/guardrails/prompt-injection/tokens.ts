import { lexicon } from "./lexicon.ts";
import type { Normalized } from "./normalize.ts";
import { type Reading, readingOf, readWritten, segment } from "./reading.ts";

/** A word of a text as the vocabulary reads it; offsets are those of the original text, end exclusive. */
export type Token = Omit<Reading, "from" | "to"> & {
  start: number;
  end: number;
  /** Whether a sentence ends between the word before and this one. */
  opens: boolean;
  /** Whether punctuation stands before it. */
  apart: boolean;
};

const asciiWord = /[a-z0-9$@][a-z0-9$@'!|]*/g;
const anyWord = /[\p{L}\p{N}\p{M}$@][\p{L}\p{N}\p{M}$@'!|]*/gu;

/** A single line break is none: text is wrapped anywhere. */
const sentenceEnd = /[.!?;。！？…]|\n\s*\n|\n[ \t]*[-*#<|\d]/;
const punctuation = /["'`:,([{<>*–—-]/;

/** The words of a normalized text. */
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
    for (const reading of readWritten(written)) {
      tokens.push(tokenOf(reading, originOf(index + reading.from), originOf(index + reading.to), opens, apart));
      opens = apart = false;
    }
    from = index + written.length;
    if (written.length > 40) pattern.lastIndex = from;
  }
  return joinSpaced(tokens);
}

function tokenOf(reading: Reading, start: number, end: number, opens: boolean, apart: boolean): Token {
  const { word, entries, disguised, reversed, rotated } = reading;
  return { word, entries, disguised, reversed, rotated, start, end, opens, apart };
}

/** Letters set apart ("i g n o r e", "i-g-n-o-r-e") and words broken in two become words again. */
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
    const whole = healed(token, tokens[index + 1]);
    joined.push(whole ?? token);
    index += whole === undefined ? 1 : 2;
  }
  return joined;
}

function healed(token: Token, next: Token | undefined): Token | undefined {
  const { words, beginnings } = lexicon();
  if (next === undefined || next.start - token.end > 3 || !beginnings.has(token.word)) return undefined;
  const word = token.word + next.word;
  if (word.length < 6 || word.length > 16 || !words.has(word) || (words.has(token.word) && words.has(next.word)))
    return undefined;
  return tokenOf(readingOf(word, 0, 0, true), token.start, next.end, token.opens, token.apart);
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
    tokenOf(readingOf(word, 0, 0, true), first.start, last.end, index === 0 && first.opens, index === 0),
  );
}
