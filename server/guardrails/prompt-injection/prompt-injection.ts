import type { Filter, Span } from "../rule.ts";
import { findHiddenTexts, type Hidden } from "./encodings.ts";
import { evidenceIn, type Placed } from "./evidence.ts";
import { type Suspicion, scoreWindows, suspectWindows } from "./model/model.ts";
import { normalize } from "./normalize.ts";
import { readingOf } from "./reading.ts";
import { repairedReadings } from "./repair-words.ts";
import { mentionsIn } from "./signs.ts";
import { type Token, tokenize } from "./tokens.ts";
import type { Concept } from "./vocabulary.ts";

/**
 * Finds attempts to turn a model against its instructions. Words are read by meaning, even in disguise, and weighed
 * together: orders to ignore rules, demands for hidden text, fake system turns, and personas without rules. Their
 * weights must add up to 1 within one passage. Text that discusses attacks counts against.
 */
export const promptInjection: Filter = { slug: "regex-prompt-injection", find, findStableEnd };

function find(text: string): Span[] {
  return mergeSpans(findAt(text, 1, 0));
}

/** The number of nested encodings that are decoded. */
const deepest = 2;

function findAt(text: string, threshold: number, depth: number): Span[] {
  const tokens = tokenize(normalize(text));
  const spans = findAttacks(text, tokens, threshold);
  for (const other of repairedReadings(tokens)) spans.push(...findAttacks(text, other, threshold));
  for (const other of disguisedReadings(tokens)) spans.push(...findAttacks("", other, 0.5));
  if (depth < deepest)
    for (const hidden of findHiddenTexts(text))
      if (isAttack(hidden, depth)) spans.push(spanOf(hidden.start, hidden.end));
  return spans;
}

/** Returns whether a decoded text is an attack. Encoded text needs less evidence than plain text. */
function isAttack(hidden: Hidden, depth: number): boolean {
  if (findAt(hidden.text, 0.6, depth + 1).length > 0) return true;
  const mentions = mentionsIn(tokenize(normalize(hidden.text)));
  const hasConcept = (concept: Concept) => mentions.concepts.has(concept);
  const objects = ["show", "leak", "rules", "words", "single", "convert"] as const;
  return hasConcept("override") && objects.some(hasConcept);
}

function spanOf(start: number, end: number): Span {
  return { start, end, slug: "regex-prompt-injection" };
}

/** Returns the readings of reversed words, in both directions, and of ROT13 words, if there are several. */
function disguisedReadings(tokens: readonly Token[]): Token[][] {
  const backwards = tokens
    .filter((token) => token.reversed !== undefined)
    .map((token) => withReading(token, token.reversed));
  const rotated = tokens
    .filter((token) => token.rotated !== undefined)
    .map((token) => withReading(token, token.rotated));
  return [backwards, [...backwards].reverse(), rotated].filter((reading) => reading.length > 1);
}

function withReading(token: Token, word: string | undefined): Token {
  const { from, to, ...reading } = readingOf(word ?? "", 0, 0, true);
  return { ...token, ...reading, opens: false };
}

/** The maximum number of words that one attack can span. */
const stretch = 500;

/**
 * The model's score from which a window is an attack, chosen on ordinary texts in 24 languages, and the score below which
 * findings of the rules are dropped.
 */
const [suspect, doubt] = [0.1, -2];

function findAttacks(text: string, tokens: readonly Token[], threshold: number): Span[] {
  const { mentions, signs } = evidenceIn(text, tokens);
  const heavy = signsOfAttacks(signs, threshold);
  if (text === "") return heavy.map((sign) => spanOf(sign.start, sign.end));
  const windows = scoreWindows(tokens, mentions, signs);
  return [
    ...withoutDoubtful(heavy, windows).map((sign) => spanOf(sign.start, sign.end)),
    ...suspectWindows(windows, suspect + threshold - 1).map(({ from, to }) =>
      spanOf(tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0),
    ),
  ];
}

/** Returns the signs in windows that the model does not consider ordinary. */
function withoutDoubtful(signs: readonly Placed[], windows: readonly Suspicion[]): Placed[] {
  if (signs.length === 0) return [];
  const doubtless = new Uint8Array((windows.at(-1)?.to ?? 0) + 1);
  for (const { from, to, score } of windows) if (score >= doubt) doubtless.fill(1, from, to + 1);
  return signs.filter(({ at }) => doubtless[at] === 1);
}

/** Returns the signs of all passages in which the weights of different kinds reach the threshold. */
function signsOfAttacks(signs: readonly Placed[], threshold: number): Placed[] {
  const heavy = new Set<Placed>();
  const live = new Map<string, Placed[]>();
  let oldest = 0;
  for (const sign of signs) {
    for (; (signs[oldest]?.at ?? 0) < sign.at - stretch; oldest += 1) live.get(signs[oldest]?.kind ?? "")?.shift();
    const kind = live.get(sign.kind);
    if (kind === undefined) live.set(sign.kind, [sign]);
    else kind.push(sign);
    const present = [...live.values()].filter((list) => list.length > 0);
    if (
      totalWeight(present) < threshold ||
      !present.some((list) => list.some((one) => one.directive || one.weight >= 1))
    )
      continue;
    for (const list of present) for (const one of list.slice(-3)) heavy.add(one);
  }
  return [...heavy];
}

function totalWeight(present: readonly Placed[][]): number {
  return present.reduce((sum, list) => sum + Math.max(...list.slice(-8).map((sign) => sign.weight)), 0) + 1e-9;
}

/** The maximum length of a span. Longer attacks are split, so that a stream does not have to be held back whole. */
const longestSpan = 2000;

function mergeSpans(spans: Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.sort((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last === undefined || span.start > last.end + 6) merged.push({ ...span });
    else if (span.end - last.start <= longestSpan) last.end = Math.max(last.end, span.end);
    else if (span.end > last.end) merged.push({ ...span, start: Math.max(span.start, last.end) });
  }
  return merged;
}

/**
 * Returns the offset from which text can still become part of an attack: the start of the last sentence, or of the last
 * run without spaces.
 */
function findStableEnd(text: string): number {
  const boundary = text.slice(-400).search(/\S{60,}$|(?:\S+\s+){0,24}\S*$/);
  return Math.max(0, text.length - 400) + Math.max(0, boundary);
}
