import type { Filter, Span } from "./rule.ts";
import { before, blank, dash, digitTail, letter } from "./scan.ts";

/** Payment cards: the length and prefix of an issuer, a valid check digit, and the grouping that cards are printed with. */
export const creditCard: Filter = { slug: "credit-card", find, settled: (text) => digitTail(text, 32) };

const runPattern = new RegExp(`\\d(?:[${dash}${blank}]?\\d){11,}`, "gu");

function find(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(runPattern)) {
    for (const span of cardsIn(match[0])) {
      const [start, end] = [match.index + span.start, match.index + span.end];
      if (bounded(text, start, end) && !otherDevice.test(before(text, start, 24)))
        spans.push({ start, end, slug: "credit-card" });
    }
  }
  return spans;
}

const layouts = [
  [4, 4, 4, 4, 3],
  [4, 4, 4, 4],
  [4, 6, 5],
  [4, 6, 4],
];

function cardsIn(run: string): { start: number; end: number }[] {
  const groups = [...run.matchAll(/\d+/g)].map((group) => ({ start: group.index, end: group.index + group[0].length }));
  const found: { start: number; end: number }[] = [];
  for (let index = 0; index < groups.length; index += 1) {
    const count = cardGroups(run, groups, index);
    const [first, last] = [groups[index], groups[index + count - 1]];
    if (count === 0 || first === undefined || last === undefined) continue;
    found.push({ start: first.start, end: last.end });
    index += count - 1;
  }
  return found;
}

function cardGroups(run: string, groups: { start: number; end: number }[], index: number): number {
  const first = groups[index];
  if (first !== undefined && first.end - first.start >= 12 && isCard(run.slice(first.start, first.end))) return 1;
  for (const layout of layouts) {
    const taken = groups.slice(index, index + layout.length);
    if (taken.length < layout.length || !taken.every((group, at) => group.end - group.start === layout[at])) continue;
    if (isCard(taken.map((group) => run.slice(group.start, group.end)).join(""))) return layout.length;
  }
  return 0;
}

/** Prefix and lengths of each issuer, as the issuers publish them. */
const issuers: { prefix: RegExp; lengths: readonly number[] }[] = [
  { prefix: /^4/, lengths: [13, 16, 19] },
  { prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { prefix: /^3[47]/, lengths: [15] },
  { prefix: /^(?:6011|622|64[4-9]|65)/, lengths: [16, 17, 18, 19] },
  { prefix: /^62/, lengths: [16, 17, 18, 19] },
  { prefix: /^(?:30[0-5]|3095|36|38|39)/, lengths: [14, 16] },
  { prefix: /^35(?:2[89]|[3-8])/, lengths: [16] },
  { prefix: /^(?:1800|2131)/, lengths: [15] },
  { prefix: /^(?:50[18]|50[23]8|5[68]|6304|6390|67)/, lengths: [16, 18, 19] },
  { prefix: /^220[0-4]/, lengths: [16] },
  { prefix: /^(?:60|81|82)/, lengths: [16] },
];

function isCard(digits: string): boolean {
  return (
    digits.length <= 19 &&
    issuers.some((issuer) => issuer.lengths.includes(digits.length) && issuer.prefix.test(digits)) &&
    luhn(digits) &&
    !/^(\d)\1+$/.test(digits)
  );
}

function luhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    sum += index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}

const otherDevice =
  /\b(?:imei|iccid|meid|isbn|ean|gtin|upc|snowflake|tracking)\b[^a-z\d]{0,4}(?:(?:no|number|id|code)\b[^a-z\d]{0,4})?$/;

const joinedBefore = new RegExp(`[${letter}\\p{N}_.]$|[${letter}\\p{N}][\\-\\/]$`, "v");
const joinedAfter = new RegExp(`^[${letter}\\p{N}_]|^[.\\-\\/]\\d|^-\\p{L}`, "v");

function bounded(text: string, start: number, end: number): boolean {
  return !joinedBefore.test(text.slice(Math.max(0, start - 2), start)) && !joinedAfter.test(text.slice(end, end + 2));
}
