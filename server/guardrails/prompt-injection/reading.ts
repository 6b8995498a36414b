import { type Entry, lexicon } from "./lexicon.ts";
import { type Gist, gistOf } from "./model/gist.ts";

/** A word as the vocabulary reads it. `from` and `to` are offsets in the written form. */
export type Reading = {
  word: string;
  from: number;
  to: number;
  /** Phrases that begin with the word. */
  entries: readonly Entry[];
  /** True if the word was disguised. */
  disguised: boolean;
  /** The vocabulary words that it spells backwards and in ROT13. */
  reversed: string | undefined;
  rotated: string | undefined;
  /** The model's features of the word. */
  gist: Gist;
};

const cache = new Map<string, readonly Reading[]>();

/** Reads the text between two gaps: usually one word, or several in a script without spaces. */
export function readWritten(written: string): readonly Reading[] {
  const cached = cache.get(written);
  if (cached !== undefined) return cached;
  const readings = readOnce(written);
  if (written.length > 32) return readings;
  if (cache.size > 30_000) cache.clear();
  cache.set(written, readings);
  return readings;
}

/** Returns the reading of a vocabulary word. */
export function readingOf(word: string, from: number, to: number, disguised: boolean, run = word): Reading {
  const { disguises } = lexicon();
  const [reversed, rotated] = disguised ? [undefined, undefined] : [disguises.reversed(word), disguises.rotated(word)];
  return { word, from, to, entries: entriesFor(word), disguised, reversed, rotated, gist: gistOf(run, word) };
}

const unspacedScript = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

function readOnce(written: string): Reading[] {
  if (unspacedScript.test(written)) {
    const runs = [...written.matchAll(lexicon().unspaced)];
    if (runs.length === 0) return [readingOf("", 0, written.length, false, written)];
    // Each match extends to the next one. The first one also includes the text before it.
    return runs.map(({ 0: run, index }, at) => {
      const stretch = written.slice(at === 0 ? 0 : index, runs[at + 1]?.index);
      return readingOf(run, index, index + run.length, false, stretch);
    });
  }
  const word = withoutApostrophes(written);
  if (word.length >= 16 && word.length <= 400 && /^[a-z]+$/.test(word)) {
    const pieces = segment(word);
    if (pieces.length > 2 || (pieces.length === 2 && pieces.join("") === word))
      return pieces.map((piece) => readingOf(piece, 0, written.length, true));
  }
  const { words, disguises } = lexicon();
  const revealed = words.has(word) ? undefined : disguises.reveal(word);
  return [readingOf(revealed ?? word, 0, written.length, revealed !== undefined)];
}

const elision = /^(?:[ldcjmnst]|qu)'/;

function withoutApostrophes(written: string): string {
  if (!written.includes("'") && !/[!|]$/.test(written)) return written;
  const ended = written.replace(/[!|']{1,40}$/, "");
  const joined = ended.replaceAll("'", "");
  return elision.test(ended) && !lexicon().words.has(joined) ? ended.replace(elision, "") : joined;
}

/** Splits `letters` into vocabulary words, longest match first from the left. */
export function segment(letters: string): string[] {
  const { words } = lexicon();
  const found: string[] = [];
  for (let index = 0; index < letters.length; ) {
    let length = Math.min(14, letters.length - index);
    while (length > 1 && !words.has(letters.slice(index, index + length))) length -= 1;
    if (length > 2) found.push(letters.slice(index, index + length));
    index += length > 2 ? length : 1;
  }
  return found;
}

const none: readonly Entry[] = [];

function entriesFor(word: string): readonly Entry[] {
  const { starts, stems } = lexicon();
  const exact = starts.get(word) ?? none;
  for (let length = Math.min(word.length, 14); length >= 4; length -= 1) {
    const entries = stems.get(word.slice(0, length));
    if (entries !== undefined) return [...exact, ...entries];
  }
  return exact;
}
