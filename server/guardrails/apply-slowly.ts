import { type Applied, apply, verdictOf } from "./apply.ts";
import type { KnownSpans } from "./patterns/read-patterns.ts";
import type { Placeholders } from "./placeholders.ts";
import type { Rule } from "./rule.ts";
import { LONGEST_AT_ONCE, type Pacer, SLICE_LENGTH } from "./stream/pacer.ts";
import { createStreamFilter, type Released } from "./stream.ts";

/** Does the same as `apply` for a text of any length: a long one is read in slices, with the same findings. */
export async function applySlowly(
  rules: readonly Rule[],
  text: string,
  placeholders: Placeholders,
  pacer: Pacer,
  known?: KnownSpans,
): Promise<Applied> {
  if (text.length <= LONGEST_AT_ONCE) {
    await pacer.read(text.length);
    return apply(rules, text, placeholders, known);
  }
  const filter = createStreamFilter(rules, placeholders, { known });
  const all: Released[] = [];
  for (let at = 0; at < text.length; at += SLICE_LENGTH) {
    all.push(filter.push(text.slice(at, at + SLICE_LENGTH)));
    await pacer.read(SLICE_LENGTH);
  }
  all.push(filter.end());
  const matches = all.flatMap((one) => one.matches);
  const shadow = all.flatMap((one) => one.shadow);
  return { verdict: verdictOf(matches), text: all.map((one) => one.text).join(""), matches, shadow };
}
