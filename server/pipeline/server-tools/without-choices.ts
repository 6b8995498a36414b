import type { Body } from "#server/dialects/dialect.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";

/** Returns a body that wants one response, which the results of tools continue, and what that drops. */
export function withoutChoices(body: Body): { body: Body; notes: string[] } {
  if (!(Number(body.n ?? 1) > 1)) return { body, notes: [] };
  const { n: _, ...others } = body;
  return { body: withNumbersOf(body, others), notes: ["n: dropped"] };
}
