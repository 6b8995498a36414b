import { bucketOf, hashOf } from "../../model/hashing.ts";
import { step, weights } from "./weights.ts";

/** The model's features of a single word, or of a run of text in a script without spaces. */
export type Gist = {
  text: string;
  hash: number;
  /** The number of words that it counts as. */
  size: number;
  /** The total weight of its parts. */
  sum: number;
};

/** The maximum number of characters of a word that are read. */
const longest = 24;

const unspacedScript = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** Returns the gist of `text`. `word` is paired with its neighbors. */
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

/** Visits the parts of a gist, for training. */
export function partsOf({ text }: Gist, visit: (bucket: number, value: number) => void): void {
  visitParts(text, unspacedScript.test(text), visit);
}

const [whole, part] = [0x1f0a, 0x2e1b];

/** Visits the word and its n-grams: 3 and 4 letters, or 1 to 3 characters in a script without spaces. */
function visitParts(written: string, unspaced: boolean, visit: (bucket: number, value: number) => void): void {
  const text = unspaced ? written.slice(0, 2 * longest) : `<${written.slice(0, longest)}>`;
  if (!unspaced) visit(bucketOf(whole, hashOf(text, 0, text.length)), 1);
  const [least, most, value] = unspaced ? [1, 3, 0.5] : [3, 4, partValue];
  for (let length = least; length <= most; length += 1)
    for (let from = 0; from + length <= text.length; from += 1)
      visit(bucketOf(part, hashOf(text, from, from + length)), value);
}

const partValue = 0.3;
