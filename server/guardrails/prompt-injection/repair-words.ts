import { lookUp } from "../lists.ts";
import { lexicon } from "./lexicon.ts";
import { readingOf, segment } from "./reading.ts";
import type { Token } from "./tokens.ts";

/** The minimum number of broken words, or words in one sentence, that justifies another reading. */
const [fewestBroken, fewestPieces] = [2, 8];

/** Returns the text with broken words joined again, once for words broken by marks and once by spaces. */
export function repairedReadings(tokens: readonly Token[]): Token[][] {
  return [withoutMarks(tokens), withoutBlanks(tokens)].filter((reading) => reading.length > 0);
}

/** Joins pieces separated by one mark: "re-veal", "re.veal", "re*veal". */
function withoutMarks(tokens: readonly Token[]): Token[] {
  const { words } = lexicon();
  const repaired: Token[] = [];
  let broken = 0;
  for (const token of tokens) {
    const last = repaired.at(-1);
    if (last === undefined || token.gap === 0 || token.start - last.end !== 1 || last.word.length > 20) {
      repaired.push(token);
      continue;
    }
    const word = last.word + token.word;
    repaired[repaired.length - 1] = { ...last, ...readAs(word), end: token.end };
    if (words.has(word)) broken += 1;
  }
  return broken >= fewestBroken ? repaired : [];
}

/** Joins short pieces that are mostly not words: "pri nt yo ur ru les". */
function withoutBlanks(tokens: readonly Token[]): Token[] {
  const repaired: Token[] = [];
  for (let from = 0; from < tokens.length; ) {
    let to = from + 1;
    while (to < tokens.length && to - from < 40 && tokens[to]?.opens === false) to += 1;
    const pieces = tokens.slice(from, to);
    if (isBroken(pieces)) repaired.push(...resegment(pieces));
    from = to;
  }
  return repaired;
}

function isBroken(pieces: readonly Token[]): boolean {
  if (pieces.length < fewestPieces) return false;
  const letters = pieces.reduce((sum, { word }) => sum + word.length, 0);
  if (letters > 3.6 * pieces.length) return false;
  const strange = pieces.filter(({ word }) => /^[a-z]+$/.test(word) && !lookUp(word).word).length;
  return strange > 0.4 * pieces.length;
}

function resegment(pieces: readonly Token[]): Token[] {
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (first === undefined || last === undefined) return [];
  const found = segment(pieces.map(({ word }) => word).join(""));
  return found.map((word, index) => ({ ...first, ...readAs(word), end: last.end, opens: index === 0, gap: 0 }));
}

function readAs(word: string): Omit<ReturnType<typeof readingOf>, "from" | "to"> {
  const { from, to, ...reading } = readingOf(word, 0, 0, true);
  return reading;
}
