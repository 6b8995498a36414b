import { bucketOf, hashOf } from "../../model/hashing.ts";
import type { Mentions, Sign } from "../signs.ts";
import type { Token } from "../tokens.ts";
import { concepts } from "../vocabulary.ts";

/** The maximum number of words in a sentence. */
const longestSentence = 40;

/** Returns the index of the first token of each sentence, followed by the number of tokens. */
export function sentencesOf(tokens: readonly Token[]): number[] {
  const starts: number[] = [];
  for (let at = 0; at < tokens.length; at += 1)
    if (at === 0 || tokens[at]?.opens === true || at - (starts.at(-1) ?? 0) >= longestSentence) starts.push(at);
  starts.push(tokens.length);
  return starts;
}

const [pair, gaps, gapped, gapBehind] = [0x3d01, 0x3d02, 0x3d03, 0x3d04];
const [conceptual, conceptPair, conceptFar, signed] = [0x3d05, 0x3d06, 0x3d07, 0x3d08];
const beginning = 0x51ed270b;

/** Visits the features of each token together with the tokens before it in its sentence, a few per token. */
export function visitSurroundings(
  tokens: readonly Token[],
  { starts, classes }: { starts: readonly number[]; classes: Uint8Array },
  visit: (at: number, bucket: number, value: number) => void,
): void {
  for (let index = 0; index + 1 < starts.length; index += 1) {
    const [from, to] = [starts[index] ?? 0, starts[index + 1] ?? 0];
    let before = beginning;
    let [concept, conceptBefore] = [0, 0];
    for (let at = from; at < to; at += 1) {
      const token = tokens[at];
      if (token === undefined) continue;
      const { hash } = token.gist;
      visit(at, bucketOf(pair ^ before, hash), 1);
      if (token.gap !== 0) {
        visit(at, bucketOf(gaps, token.gap), 1);
        visit(at, bucketOf(gapped ^ (token.gap << 16), hash), 1);
        visit(at, bucketOf(gapBehind ^ (token.gap << 16), before), 1);
      }
      before = hash;
      const own = classes[at] ?? 0;
      if (own === 0) continue;
      visit(at, bucketOf(conceptual, own), 1);
      if (concept !== 0) visit(at, bucketOf(conceptPair ^ (concept << 16), own), 1);
      if (conceptBefore !== 0) visit(at, bucketOf(conceptFar ^ (conceptBefore << 16), own), 0.7);
      conceptBefore = concept;
      concept = own;
    }
  }
}

/** Returns the concept of each token, or 0; of several phrases, the longest one applies. */
export function classesOf(tokens: readonly Token[], mentions: Mentions): Uint8Array {
  const classes = new Uint8Array(tokens.length);
  const lengths = new Uint8Array(tokens.length);
  for (const [concept, list] of mentions.concepts) {
    const number = concepts.indexOf(concept) + 1;
    for (const { at, until } of list) {
      if (until - at <= (lengths[at] ?? 0)) continue;
      classes[at] = number;
      lengths[at] = until - at;
    }
  }
  return classes;
}

/** Visits the signs that the rules found. */
export function visitSigns(signs: readonly Sign[], visit: (at: number, bucket: number, value: number) => void): void {
  for (const { at, kind, weight } of signs) visit(at, bucketOf(signed, hashOf(kind, 0, kind.length)), 2 * weight);
}
