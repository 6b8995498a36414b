import { lookUp } from "../lists.ts";
import { lexicon } from "./lexicon.ts";
import { readingOf, segment } from "./reading.ts";
import type { Token } from "./tokens.ts";

/** The fewest broken words, or words of one sentence, that are worth another reading. */
const [fewestBroken, fewestPieces] = [2, 8];

/** The text read with its words put together again, once as marks and once as blanks broke them, if they did. */
export function mendedReadings(tokens: readonly Token[]): Token[][] {
  return [withoutMarks(tokens), withoutBlanks(tokens)].filter((reading) => reading.length > 0);
}

/** "re-veal", "re.veal", "re*veal": pieces with one mark between. */
function withoutMarks(tokens: readonly Token[]): Token[] {
  const { words } = lexicon();
  const mended: Token[] = [];
  let broken = 0;
  for (const token of tokens) {
    const last = mended.at(-1);
    if (last === undefined || token.gap === 0 || token.start - last.end !== 1 || last.word.length > 20) {
      mended.push(token);
      continue;
    }
    const word = last.word + token.word;
    mended[mended.length - 1] = { ...last, ...readAs(word), end: token.end };
    if (words.has(word)) broken += 1;
  }
  return broken >= fewestBroken ? mended : [];
}

/** "pri nt yo ur ru les": sentences of short pieces that are mostly no words. */
function withoutBlanks(tokens: readonly Token[]): Token[] {
  const mended: Token[] = [];
  for (let from = 0; from < tokens.length; ) {
    let to = from + 1;
    while (to < tokens.length && to - from < 40 && tokens[to]?.opens === false) to += 1;
    const pieces = tokens.slice(from, to);
    if (isBroken(pieces)) mended.push(...segmented(pieces));
    from = to;
  }
  return mended;
}

function isBroken(pieces: readonly Token[]): boolean {
  if (pieces.length < fewestPieces) return false;
  const letters = pieces.reduce((sum, { word }) => sum + word.length, 0);
  if (letters > 3.6 * pieces.length) return false;
  const strange = pieces.filter(({ word }) => /^[a-z]+$/.test(word) && !lookUp(word).word).length;
  return strange > 0.4 * pieces.length;
}

function segmented(pieces: readonly Token[]): Token[] {
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (first === undefined || last === undefined) return [];
  const found = segment(pieces.map(({ word }) => word).join(""));
  return found.map((word, index) => ({ ...first, ...readAs(word), end: last.end, opens: index === 0, gap: 0 }));
}

function readAs(word: string): Omit<ReturnType<typeof readingOf>, "from" | "to"> {
  const { from, to, ...reading } = readingOf(word, 0, 0, true);
  return reading;
}
