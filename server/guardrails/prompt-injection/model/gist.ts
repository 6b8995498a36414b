import { bucketOf, hashOf } from "../../model/hashing.ts";
import { step, weights } from "./weights.ts";

/** A word, or a stretch of a script without spaces, as the model reads it by itself. */
export type Gist = {
  text: string;
  hash: number;
  /** How many words it stands for. */
  size: number;
  /** What its parts weigh. */
  sum: number;
};

/** Longer words are read as far as this. */
const longest = 24;

const unspacedScript = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** The gist of `text`; `word` is what its neighbors are paired with. */
export function gistOf(text: string, word: string): Gist {
  const unspaced = unspacedScript.test(text);
  let sum = 0;
  visitParts(text, unspaced, (bucket, value) => {
    sum += (weights[bucket] ?? 0) * value;
  });
  return {
    text,
    hash: hashOf(word, 0, word.length),
    size: unspaced ? Math.max(1, text.length / 2) : 1,
    sum: sum * step,
  };
}

/** The parts of a gist for those who train the model. */
export function partsOf({ text }: Gist, visit: (bucket: number, value: number) => void): void {
  visitParts(text, unspacedScript.test(text), visit);
}

const [whole, part] = [0x1f0a, 0x2e1b];

/** The word, and its letters three and four at a time; of a script without spaces one to three at a time. */
function visitParts(written: string, unspaced: boolean, visit: (bucket: number, value: number) => void): void {
  const text = unspaced ? written.slice(0, 2 * longest) : `<${written.slice(0, longest)}>`;
  if (!unspaced) visit(bucketOf(whole, hashOf(text, 0, text.length)), 1);
  const [least, most, value] = unspaced ? [1, 3, 0.5] : [3, 4, partValue];
  for (let length = least; length <= most; length += 1)
    for (let from = 0; from + length <= text.length; from += 1)
      visit(bucketOf(part, hashOf(text, from, from + length)), value);
}

const partValue = 0.3;
