import type { Filter, Span } from "../rule.ts";
import { findCodedAddresses } from "./british.ts";
import { numberedEnd } from "./english-form.ts";
import { findNativeAddresses } from "./native-forms.ts";
import { findScoredAddresses } from "./scored-forms.ts";
import { findStableEnd } from "./stable-end.ts";
import { tokensFrom } from "./tokens.ts";
import { findUnitFirstAddresses } from "./unit-first.ts";
import { findWordFirstAddresses } from "./word-first.ts";

/**
 * Finds postal addresses: a house number with a street, optionally followed by a city, a state and a postal code; post
 * boxes and rural routes; and the forms of other languages, recognized by their words for streets.
 */
export const address: Filter = { slug: "address", find, findStableEnd };

function find(text: string): Span[] {
  const spans = [
    ...findNumberedAddresses(text),
    ...findWordFirstAddresses(text),
    ...findScoredAddresses(text),
    ...findCodedAddresses(text),
    ...findUnitFirstAddresses(text),
    ...findNativeAddresses(text),
  ].sort((one, other) => one.start - other.start || other.end - one.end);
  const merged: Span[] = [];
  for (const { start, end } of spans) {
    const last = merged.at(-1);
    if (last === undefined || start >= last.end) merged.push({ start, end, slug: "address" });
    else if (end > last.end) last.end = end;
  }
  return merged;
}

const houseNumber =
  /(?<![\p{L}\p{N}_.$€£#/:%-]|\p{N},)(?:[NSEW]\d{1,5}[NSEW]|[NSEW](?=\d{3,5} ))?\d{1,6}(?:[A-Za-z]|-\d{1,6}|-?[A-Za-z]|½| 1\/2)?(?= ["'#]?[\p{L}\d])/gu;
const building =
  /(?:Building|Flat|Unit|Apartment|Apt|Studio|Suite|House|Bldg)\.? [\p{L}\d-]{1,20}(?: [\p{L}\d-]{1,20})?,? $/u;

function findNumberedAddresses(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let from = 0;
  for (const match of text.matchAll(houseNumber)) {
    if (match.index < from) continue;
    const end = numberedEnd(text, tokensFrom(text, match.index));
    if (end === 0) continue;
    const ahead = building.exec(text.slice(Math.max(from, match.index - 48), match.index));
    found.push({ start: match.index - (ahead?.[0].length ?? 0), end });
    from = end;
  }
  return found;
}
