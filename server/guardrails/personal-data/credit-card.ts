import type { Filter, Span } from "../rule.ts";
import { before, blank, dash, letter, tailStart } from "../scan.ts";
import { isDocumented } from "./is-documented.ts";

/**
 * Finds payment cards: an issuer's length and prefix, a valid check digit, and the grouping that is printed on cards.
 */
export const creditCard: Filter = { slug: "credit-card", find, findStableEnd };

const separator = `(?:[${dash}${blank}./_]|[${blank}]{2}|[${blank}][${dash}/][${blank}])`;
const runPattern = new RegExp(`\\d(?:${separator}?\\d){11,}`, "gu");

const runMark = new RegExp(`[\\d${dash}${blank}./_]`, "u");

/** Returns the first digit of the run of digits at the end. */
function findStableEnd(text: string): number {
  const start = tailStart(text, runMark, 64);
  const digit = text.slice(start).search(/\d/);
  return digit < 0 ? text.length : start + digit;
}

function find(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(runPattern)) {
    for (const span of cardsIn(match[0])) {
      const [start, end] = [match.index + span.start, match.index + span.end];
      if (!isSeparate(text, start, end)) continue;
      const context = before(text, start, 32);
      if (otherDevice.test(context) || (span.rare && !cardWord.test(context))) continue;
      if (ofTests.has(text.slice(start, end).replace(/\D/g, "")) && isDocumented(text, start, end)) continue;
      spans.push({ start, end, slug: "credit-card" });
    }
  }
  return spans;
}

/**
 * Numbers that payment services publish for tests. They are still found if the text around them does not say that they
 * are tests.
 */
const ofTests = new Set(
  "4111111111111111 4242424242424242 4000056655665556 4012888888881881 4000000000000002 5555555555554444 5105105105105100 5200828282828210 2223003122003222 378282246310005 371449635398431 6011111111111117 6011000990139424 3056930009020004 36227206271667 30569309025904 3566002020360505 3530111333300000".split(
    " ",
  ),
);

const layouts = [
  [4, 4, 4, 4, 3],
  [4, 4, 4, 4],
  [4, 6, 5],
  [4, 6, 4],
  [4, 4, 4, 2],
];

/** `rare`: the number is as likely to be something else, so it needs a word that says it is a card. */
type Found = { start: number; end: number; rare: boolean };

function cardsIn(run: string): Found[] {
  const groups = [...run.matchAll(/\d+/g)].map((group) => ({ start: group.index, end: group.index + group[0].length }));
  const found: Found[] = [];
  for (let index = 0; index < groups.length; index += 1) {
    const count = cardGroups(run, groups, index);
    const [first, last] = [groups[index], groups[index + count - 1]];
    if (count === 0 || first === undefined || last === undefined) continue;
    const written = run.slice(first.start, last.end);
    found.push({ start: first.start, end: last.end, rare: isRare(written.replace(/\D/g, "")) });
    index += count - 1;
  }
  return found;
}

function cardGroups(run: string, groups: { start: number; end: number }[], index: number): number {
  const first = groups[index];
  if (first !== undefined && first.end - first.start >= 12 && isCard(run.slice(first.start, first.end))) return 1;
  for (const layout of layouts) {
    const window = groups.slice(index, index + layout.length);
    if (window.length < layout.length || !window.every((group, at) => group.end - group.start === layout[at])) continue;
    if (!hasOneSeparator(run, window)) continue;
    if (isCard(window.map((group) => run.slice(group.start, group.end)).join(""))) return layout.length;
  }
  return 0;
}

/** Returns whether the same separator is used throughout: "1.4111 1111" is two numbers. */
function hasOneSeparator(run: string, groups: { start: number; end: number }[]): boolean {
  const gaps = groups.slice(1).map((group, at) => run.slice(groups[at]?.end ?? 0, group.start));
  return gaps.every((gap) => gap === gaps[0]);
}

/** Prefixes and lengths, as the issuers publish them. */
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
  return digits.length <= 19 && luhn(digits) && !/^(\d)\1+$/.test(digits);
}

/**
 * Returns whether no issuer uses such numbers today: numbers of 12 and 13 digits are mostly goods and parcels, and
 * other prefixes belong to no card.
 */
function isRare(digits: string): boolean {
  return (
    digits.length < 14 ||
    !issuers.some((issuer) => issuer.lengths.includes(digits.length) && issuer.prefix.test(digits))
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

const cardWord =
  /\b(?:cards?|cc|pan|visa|mastercard|maestro|amex|credit|debit|karte\w*|kreditkarten?\w*|tarjeta|carte|carta|cart[ãa]o)\b[^\d\n]{0,24}$/;
const otherDevice =
  /\b(?:imei|iccid|meid|meter|zähler(?:nummer)?|compteur|contador|isbn|ean|gtin|upc|sku|barcode|asin|snowflake|tracking|parcel|shipment)\b[^a-z\d]{0,4}(?:(?:no|number|id|code)\b[^a-z\d]{0,4})?$/;

const joinedBefore = new RegExp(`[${letter}\\p{N}_.]$|[${letter}\\p{N}][\\-\\/]$`, "v");
const joinedAfter = new RegExp(`^[${letter}\\p{N}_]|^[.\\-\\/]\\d|^-\\p{L}`, "v");

function isSeparate(text: string, start: number, end: number): boolean {
  return !joinedBefore.test(text.slice(Math.max(0, start - 2), start)) && !joinedAfter.test(text.slice(end, end + 2));
}
