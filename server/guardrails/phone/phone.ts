import type { Filter, Span } from "../rule.ts";
import { after, blank, dash, letter } from "../scan.ts";
import { isGroupedLikeHome, isHomeForm } from "./home-forms.ts";
import { isInternational, isNational } from "./numbering-plan.ts";
import { countsBehind, countsThings, followsNoun, labelsThing, saysPhone } from "./surroundings.ts";

/**
 * Finds telephone numbers. A run of digits and separators is a number if a numbering plan contains it: that of any
 * country after a plus sign, that of North America with its grouping, or one of `homes` if the words before announce a
 * telephone number.
 */
export const phone: Filter = { slug: "phone", find, findStableEnd };

const gap = `[${blank}.${dash}/]`;
const runPattern = new RegExp(`(?:\\+|\\()?\\d(?:(?:${gap}|[()]){0,3}\\d){5,40}`, "gu");

function find(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(runPattern)) {
    if (!isSeparate(text, match.index)) continue;
    for (const span of numbersIn(text, match.index, match[0])) spans.push(span);
  }
  return spans;
}

const joinedBefore = new RegExp(`[${letter}\\p{N}_#$€£]$|[${letter}\\p{N}][\\-.\\/+]$|\\p{N}:$|[:@]\\/\\/$`, "v");
const joinedAfter = new RegExp(`^[${letter}\\p{N}_]|^[\\-.\\/]\\p{N}|^-\\p{L}|^:\\d|^,\\d{3}(?!\\d)`, "v");

function isSeparate(text: string, start: number): boolean {
  return !joinedBefore.test(text.slice(Math.max(0, start - 2), start));
}

type Group = { start: number; end: number; digits: string };

/**
 * Returns the numbers in a run, which may contain several: from the left, the longest row of groups that a plan
 * contains.
 */
function numbersIn(text: string, offset: number, run: string): Span[] {
  const groups: Group[] = [...run.matchAll(/\d+/g)].map((group) => ({
    start: group.index,
    end: group.index + group[0].length,
    digits: group[0],
  }));
  const spans: Span[] = [];
  if (isCard(groups) || isHost(run) || isCoded(text, offset)) return spans;
  // "SN: 3521 0907 4418 27": one number in groups, which as a whole belongs to another thing.
  if (/^[\d ]+$/.test(run) && labelsThing(text, offset)) return spans;
  const isAnnounced = saysPhone(text, offset, offset + run.length);
  for (let index = 0; index < groups.length; index += 1) {
    const count = longest(text, offset, run, groups, index, isAnnounced);
    if (count === 0) continue;
    spans.push(spanOf(text, offset, run, groups, index, count));
    index += count - 1;
  }
  return spans;
}

/** Returns whether a run is the address of a host: "129.153.35.124". */
function isHost(run: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(run) && run.split(".").every((part) => Number(part) < 256);
}

/**
 * Returns whether the digits continue a code of letters and digits, or bytes in hexadecimal: "1Z 84A 66W 03 2917", "30
 * 0b 06 03 55".
 */
function isCoded(text: string, start: number): boolean {
  const ahead = text.slice(Math.max(0, start - 14), start);
  return (
    /(?<![\p{L}\p{N}])(?:\d{1,4}[A-Z]{1,2} ){2}$/u.test(ahead) ||
    /(?<![\p{L}\p{N}])(?=[\da-f ]*[a-f])(?:[\da-f]{2} ){3}$/iu.test(ahead)
  );
}

/** Returns whether the groups are a card number: four groups of four digits, whatever the text says. */
function isCard(groups: readonly Group[]): boolean {
  return (
    groups.length === 4 && groups.every(({ digits }) => digits.length === 4) && /^[2-6]/.test(groups[0]?.digits ?? "")
  );
}

/** The maximum number of groups: "+33 (0)6 48 91 27 53". */
const MOST_GROUPS = 7;

function longest(
  text: string,
  offset: number,
  run: string,
  groups: Group[],
  index: number,
  isAnnounced: boolean,
): number {
  for (let count = Math.min(MOST_GROUPS, groups.length - index); count > 0; count -= 1) {
    const window = groups.slice(index, index + count);
    const [first, last] = [window[0], window.at(-1)];
    if (first === undefined || last === undefined || wordAfter(text, offset + last.end)) continue;
    if (run.charAt(0) !== "+" && countsBehind(text, offset + last.end)) continue;
    if (index > 0 && !/[\s/,;]$/.test(run.slice(0, first.start).replace(/[+(]+$/, ""))) continue;
    const written = run.slice(first.start, last.end);
    const isPhone =
      (isNumber(written, signBefore(run, first.start), window, isAnnounced) && !isLabelled(text, offset, run, first)) ||
      isAlone(text, offset + first.start, offset + last.end, written, window);
    if (isPhone && (isAnnounced || index > 0 || /^(?:\+|00)/.test(run) || !followsNoun(text, offset))) return count;
  }
  return 0;
}

function wordAfter(text: string, end: number): boolean {
  const next = text.slice(end, end + 7);
  return joinedAfter.test(next) && !extensionAfter.test(next);
}

function signBefore(run: string, start: number): string {
  return /\+\(?$|\($/.exec(run.slice(Math.max(0, start - 2), start))?.[0] ?? "";
}

const isDate = /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

function isNumber(written: string, sign: string, groups: Group[], isAnnounced: boolean): boolean {
  const digits = groups.map((group) => group.digits).join("");
  if (digits.length < 7 || digits.length > 16 || /\/.*\//.test(written) || isDate.test(written)) return false;
  if (sign.startsWith("+")) return isInternational(digits);
  if (digits.startsWith("00") && digits.length > 10) return isInternational(digits.slice(2));
  return (
    (isNorthAmerican(written, sign, groups) && isNational(digits.slice(-10), ["US"])) ||
    (isAnnounced && isGroupedLikeHome(groups.map((group) => group.digits)))
  );
}

function isLabelled(text: string, offset: number, run: string, first: Group): boolean {
  return !signBefore(run, first.start).startsWith("+") && labelsThing(text, offset + first.start);
}

/** Returns whether a national form is a telephone number by itself, since nothing around it makes it another number. */
function isAlone(text: string, start: number, end: number, written: string, groups: Group[]): boolean {
  const digits = groups.map((group) => group.digits);
  const thousands =
    /\d[ .,'\u00a0\u202f]$/.test(text.slice(Math.max(0, start - 2), start)) &&
    digits.every((group) => group.length === 3);
  return !thousands && isHomeForm(written, digits) && !countsThings(text, start, end);
}

const separated = new RegExp(
  `^(?:1[${blank}.${dash}]{1,2}\\(?|1\\()?\\d{3}\\)?[${blank}.${dash}/]{0,2}\\d{3}[${blank}.${dash}]\\d{4}$`,
  "u",
);

/**
 * Returns whether a number has the form 3-3-4 with separators, with or without a leading 1. The exchange begins with 2
 * to 9.
 */
function isNorthAmerican(written: string, sign: string, groups: Group[]): boolean {
  const lengths = groups.map((group) => group.digits.length).join("-");
  if (lengths !== "3-3-4" && lengths !== "1-3-3-4") return false;
  return (
    separated.test(written) && /^[2-9]/.test(groups.at(-2)?.digits ?? "") && (sign === "(") === /^\d{3}\)/.test(written)
  );
}

const extension = /^[ ,;]{0,2}(?:ext(?:ension)?\.?|x|#)[ :]?\d{1,6}(?!\d)/i;
const extensionAfter = /^x\d{2,5}(?!\d)/i;

function spanOf(text: string, offset: number, run: string, groups: Group[], index: number, count: number): Span {
  const [first, last] = [groups[index], groups[index + count - 1]];
  const from = first?.start ?? 0;
  const end = offset + (last?.end ?? 0);
  const extra = extension.exec(after(text, end, 16))?.[0].length ?? 0;
  return { start: offset + from - signBefore(run, from).length, end: end + extra, slug: "phone" };
}

const unfinished = new RegExp(
  `[+(]{0,2}\\d(?:${gap}|[()+\\d])*(?:[ ,;]{0,2}(?:e|ex|ext|exte|exten|extens|extensi|extensio|extension|x|#)?\\.?[ :]?\\d{0,6})?$|[+(]{1,2}$`,
  "iu",
);

/** Returns the start of the run of digits and separators at the end, including text that may become its extension. */
function findStableEnd(text: string): number {
  const from = Math.max(0, text.length - 120);
  const start = text.slice(from).search(unfinished);
  return start < 0 ? text.length : from + start;
}
