import { type Known, lookUp } from "../lists.ts";
import { functionWord } from "./surroundings.ts";

/** A capitalized word, or an initial with its period. */
export type Word = { text: string; start: number; end: number; known: Known; initial: boolean; capitals: boolean };

/** Consecutive capitalized words, including the lowercase particles of names between them. */
export type Run = Word[];

const wordPattern =
  /(?<![\p{L}\p{M}\p{N}_])\p{Lu}[\p{L}\p{M}]*(?:['’`]\p{Lu}[\p{L}\p{M}]*)?(?:-[\p{L}][\p{L}\p{M}]*(?:['’]\p{Lu}[\p{L}\p{M}]*)?){0,3}(?![\p{L}\p{M}\p{N}_@]|-\p{L}|\.\p{Ll}|\()/gu;
const between =
  /^(?: (?:(?:de|da|do|dos|das|del|della|di|du|des|la|le|van|von|der|den|ter|zu|zum|af|av|bin|bint|ibn|el|y|e|van der|van den|von der|de la|de los|de las|dela|ten|te|san) )?| ?(?:al|el|abd|abu)-| "[\p{L}]{2,12}" | \([\p{L}]{2,12}\) )$/u;

export function runsIn(text: string): Run[] {
  const runs: Run[] = [];
  let run: Run = [];
  for (const match of text.matchAll(wordPattern)) {
    const word = wordOf(text, match[0], match.index);
    const last = run.at(-1);
    if (last !== undefined && (run.length >= 8 || !joins(text, last, word))) {
      runs.push(run);
      run = [];
    }
    run.push(word);
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

function wordOf(text: string, written: string, start: number): Word {
  const initial = [...written].length === 1;
  const end = start + written.length + (initial && text.charAt(start + written.length) === "." ? 1 : 0);
  return {
    text: written,
    start,
    end,
    known: lookUp(written),
    initial,
    capitals: written.length > 1 && written === written.toUpperCase(),
  };
}

function joins(text: string, last: Word, word: Word): boolean {
  const length = word.start - last.end;
  if (length > 22) return false;
  return (last.initial && length === 0) || between.test(text.slice(last.end, word.start));
}

/** Returns whether a run needs no scoring: a single word at the start of a sentence, or a very short one. */
export function isIdle(text: string, run: Run): boolean {
  const [word] = run;
  if (word === undefined || run.length > 1) return false;
  if (word.initial || functionWord.has(word.known.folded)) return true;
  const { given, family, word: isPlain, foreign } = word.known;
  return (isPlain || foreign) && !given && !family && isOpening(text, word.start);
}

function isOpening(text: string, start: number): boolean {
  if (start === 0) return true;
  const ahead = text.charCodeAt(text.charCodeAt(start - 1) === 32 ? start - 2 : start - 1);
  return ahead === 46 || ahead === 33 || ahead === 63 || ahead === 10;
}
