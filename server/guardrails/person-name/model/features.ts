import { bucketOf } from "../../model/hashing.ts";
import { cuesInside } from "./cues.ts";
import type { View } from "./view.ts";
import { visitLetters } from "./word-traits.ts";

type Visit = (bucket: number, value: number) => void;

/** The maximum number of words in a name. */
export const mostWords = 5;

/** Returns the position of a word in a span: alone, first, in the middle or last. */
export function positionOf(index: number, from: number, to: number): number {
  if (to - from === 1) return 0;
  return index === from ? 1 : index === to - 1 ? 3 : 2;
}

/** Returns the lists that contain a word and whether it is common, without its form: few values to combine with others. */
function coarse(traits: number): number {
  return (traits >> 4) & 0b1001111;
}

/** Visits the features of the words of a span, `to` exclusive, alone and together, except their letters. */
export function visitWords({ run, traits }: View, from: number, to: number, visit: Visit): void {
  let [shape, forms] = [to - from, to - from];
  for (let index = from; index < to; index += 1) {
    const own = traits[index] ?? 0;
    const position = positionOf(index, from, to);
    visit(bucketOf(0x5b01 + position, own), 1);
    visit(bucketOf(0x5b11 + position, own >> 4), 1);
    visit(bucketOf(0x5b21 + position, own & 15), 0.5);
    shape = Math.imul(shape, 257) + coarse(own);
    forms = Math.imul(forms, 17) + (own & 15);
  }
  visit(bucketOf(0x5b31, shape), 1);
  visit(bucketOf(0x5b32, forms), 1);
  visit(bucketOf(0x5b33, to - from), 1);
  const inside = cuesInside(run.slice(from, to));
  if (inside !== 0) visit(bucketOf(0x5b34, inside), 2);
}

/** Visits the features of both sides of a span, alone and combined with the span. */
export function visitSides(view: View, from: number, to: number, visitPart: Visit | undefined, visit: Visit): void {
  const { traits } = view;
  const [before, after] = [view.before(from), view.after(to - 1)];
  const many = to - from > 1 ? 0x40000 : 0;
  const [first, last] = [coarse(traits[from] ?? 0), coarse(traits[to - 1] ?? 0)];
  if (visitPart !== undefined) {
    visitParts(0x5c01, many, before.parts, visitPart);
    visitParts(0x5c03, many, after.parts, visitPart);
    visitPart(bucketOf(0x5c09 + many, before.near ^ (first << 20)), 0.5);
    visitPart(bucketOf(0x5c0a + many, after.near ^ (last << 20)), 0.5);
  }
  const sign = view.sign(from, to);
  visit(bucketOf(0x5d01, sign), 1);
  visit(bucketOf(0x5d02 + many, sign), 1);
  visit(bucketOf(0x5d03, sign ^ (first << 20)), 0.5);
  visit(bucketOf(0x5c05 + many, before.kind ^ (first << 20)), 0.5);
  visit(bucketOf(0x5c06 + many, after.kind ^ (last << 20)), 0.5);
  visit(bucketOf(0x5c07 + many, before.gap ^ (first << 20)), 0.5);
  visit(bucketOf(0x5c08 + many, after.gap ^ (last << 20)), 0.5);
  visit(bucketOf(before.gap ^ many, after.gap), 0.5);
  visit(bucketOf(before.kind ^ many, after.kind), 0.5);
  visitCues(0x5c20 + many, before.cues, visit);
  visitCues(0x5c40 + many, after.cues, visit);
  visit(bucketOf(0x5c60 + many, (before.cues << 10) ^ first), 0.5);
}

function visitParts(seed: number, many: number, parts: readonly number[], visit: Visit): void {
  for (const part of parts) {
    visit(bucketOf(seed, part), 0.5);
    visit(bucketOf(seed + 1 + many, part), 0.5);
  }
}

function visitCues(seed: number, cues: number, visit: Visit): void {
  for (let rest = cues, place = 0; rest !== 0; rest >>= 1, place += 1)
    if ((rest & 1) === 1) visit(bucketOf(seed, place), 1);
}

/** Visits the letters of the words of a span. */
export function visitSpelling({ run }: View, from: number, to: number, visit: Visit): void {
  for (let index = from; index < to; index += 1) {
    const word = run[index];
    if (word === undefined || word.initial) continue;
    visitWordSpelling(word.known.folded, positionOf(index, from, to), visit);
  }
}

/** Visits the letters of a word, combined with its position in the name, and with a lower weight without it. */
export function visitWordSpelling(folded: string, position: number, visit: Visit): void {
  visitLetters(folded, (one, other, value) => {
    visit(bucketOf(one, other), value);
    visit(bucketOf(one + ((position + 1) << 16), other), value);
  });
}
