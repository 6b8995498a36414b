import type { z } from "zod";
import { getGuardrailHits as endpoint, type GuardrailHit } from "#lib/contract/guardrail-hits.ts";
import { type GuardrailHitRow, readHits } from "#server/data/guardrail-hits.ts";
import { gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { guardrailInReach } from "./guardrail-in-reach.ts";
import { hitRange, rangeRecord } from "./hit-range.ts";

type WireHit = z.output<typeof GuardrailHit>;

export const getGuardrailHits = operation(endpoint)(async ({ principal, params, query }) => {
  const open = gateway();
  const range = hitRange(query, open.now());
  const guardrail = await guardrailInReach(open, principal, params.id);
  await open.rollups.catchUp();
  const rows = await readHits(open.database.queries, guardrail, range);
  return { data: { ...rangeRecord(range), granularity: range.span, hits: rows.map(hitRecord) } };
});

function hitRecord({ bucket, rule, ruleName, action, direction, shadow, calls, matches }: GuardrailHitRow): WireHit {
  return {
    time: bucket.toISOString(),
    ...{ rule, rule_name: ruleName, action: action as WireHit["action"], shadow },
    ...{ direction: direction as WireHit["direction"], calls, matches },
  };
}
