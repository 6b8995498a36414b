import type { Filter, Span } from "../rule.ts";
import { codedAddresses } from "./british.ts";
import { nativeAddresses } from "./native-forms.ts";
import { numberedEnd } from "./numbered.ts";
import { placedAddresses } from "./placed.ts";
import { settled } from "./settled.ts";
import { tokensFrom } from "./tokens.ts";
import { unitFirstAddresses } from "./unit-first.ts";
import { wordedAddresses } from "./worded.ts";

/**
 * Postal addresses: a house number with a street, closed by a city, a state and a postal code as far as they are there;
 * post boxes and rural routes; and the forms of other languages, by what their streets are called.
 */
export const address: Filter = { slug: "address", find, settled };

function find(text: string): Span[] {
  const spans = [
    ...numbered(text),
    ...wordedAddresses(text),
    ...placedAddresses(text),
    ...codedAddresses(text),
    ...unitFirstAddresses(text),
    ...nativeAddresses(text),
  ].sort((one, other) => one.start - other.start || other.end - one.end);
  const kept: Span[] = [];
  for (const { start, end } of spans) {
    const last = kept.at(-1);
    if (last === undefined || start >= last.end) kept.push({ start, end, slug: "address" });
    else if (end > last.end) last.end = end;
  }
  return kept;
}

const houseNumber =
  /(?<![\p{L}\p{N}_.$€£#/:%-]|\p{N},)(?:[NSEW]\d{1,5}[NSEW]|[NSEW](?=\d{3,5} ))?\d{1,6}(?:[A-Za-z]|-\d{1,6}|-?[A-Za-z]|½| 1\/2)?(?= ["'#]?[\p{L}\d])/gu;
const building =
  /(?:Building|Flat|Unit|Apartment|Apt|Studio|Suite|House|Bldg)\.? [\p{L}\d-]{1,20}(?: [\p{L}\d-]{1,20})?,? $/u;

function numbered(text: string): { start: number; end: number }[] {
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
