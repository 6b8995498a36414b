import type { Mention, Mentions, Sign } from "./signs.ts";
import type { Token } from "./tokens.ts";
import type { Concept } from "./vocabulary.ts";

/** Looks up the phrases of a text. */
export type Reader = {
  tokens: readonly Token[];
  /** Returns the first mention of `concept` that begins in the tokens `from` to `to`. */
  first: (concept: Concept, from: number, to: number) => Mention | undefined;
  count: (concept: Concept, from: number, to: number) => number;
  /** Returns the bounds of the sentence around a token, at most `reach` tokens away. */
  sentence: (at: number, reach: number) => [number, number];
};

/** Creates a reader that finds phrases by meaning and position. */
export function createReader(tokens: readonly Token[], mentions: Mentions): Reader {
  const within = (concept: Concept, from: number, to: number): Mention[] => {
    const list = mentions.concepts.get(concept) ?? [];
    const start = lowerBound(list, from);
    let end = start;
    while ((list[end]?.at ?? to) < to) end += 1;
    return list.slice(start, end);
  };
  return {
    tokens,
    first: (concept, from, to) => within(concept, from, to)[0],
    count: (concept, from, to) => within(concept, from, to).length,
    sentence: (at, reach) => [sentenceStart(tokens, at, reach), sentenceEnd(tokens, at, reach)],
  };
}

function lowerBound(list: readonly Mention[], at: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.at ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the first token of the sentence around `at`, at most `reach` tokens back. */
export function sentenceStart(tokens: readonly Token[], at: number, reach: number): number {
  let start = at;
  while (start > 0 && at - start < reach && !tokens[start]?.opens) start -= 1;
  return start;
}

function sentenceEnd(tokens: readonly Token[], at: number, reach: number): number {
  let end = at + 1;
  while (end < tokens.length && end - at < reach && !tokens[end]?.opens) end += 1;
  return end;
}

/**
 * Returns a penalty for a sentence that talks about an attack instead of making one, by reported speech and questions.
 */
export function reportPenalty(reader: Reader, verb: Mention, start: number, object: number): number {
  const from = Math.max(0, Math.min(start, verb.at - 6));
  const reports =
    reader.count("report", from, verb.at) + reader.count("verdict", object, sentenceEnd(reader.tokens, object, 14));
  const questionPenalty = reader.count("howto", start, verb.at) > 0 ? 1.5 : 0;
  return Math.min(4, reports * 2) + questionPenalty;
}

/** Creates a sign that addresses the model. */
export function sign(at: number, until: number, kind: string, weight: number): Sign {
  return { at, until, kind, weight, directive: true };
}
