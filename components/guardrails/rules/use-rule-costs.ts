"use client";

import { useQuery } from "@tanstack/react-query";
import { call } from "#lib/api/client.ts";
import { testGuardrail } from "#lib/contract/guardrail-tests.ts";
import { guardrailRules } from "#lib/guardrail-rules.ts";

/** A typical request of about 4 kB. */
const TEXT =
  "Dear support, on Tuesday I called about order 48213 and nobody called back. The parcel was meant for my sister in Leeds, who moved in March. Could you check where it went, and write to me when you know more? ".repeat(
    20,
  );

/**
 * Returns the time that each built-in rule adds to a request on the gateway's machine, by slug, in milliseconds for a
 * text of 4 kB.
 */
export function useRuleCosts(): ReadonlyMap<string, number> | undefined {
  return useQuery({
    queryKey: ["guardrail-costs"],
    queryFn: measure,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  }).data;
}

/** Sequential: parallel measurements would affect each other. */
async function measure({ signal }: { signal: AbortSignal }): Promise<ReadonlyMap<string, number>> {
  const costs = new Map<string, number>();
  for (const { slug, defaultAction: action } of guardrailRules) {
    const draft = { content_filter_builtins: [{ slug, action }] };
    const { data } = await call(testGuardrail, { body: { draft, text: TEXT }, signal });
    costs.set(slug, data.added_ms);
  }
  return costs;
}
