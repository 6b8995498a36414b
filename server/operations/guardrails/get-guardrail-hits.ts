import type { z } from "zod";
import {
  getGuardrailHits as endpoint,
  type GuardrailHit,
  type GuardrailHitRule,
} from "#lib/contract/guardrail-hits.ts";
import { type GuardrailHitRow, readHits } from "#server/data/guardrail-hits.ts";
import type { GuardrailRow } from "#server/data/guardrails.ts";
import { patternId } from "#server/guardrails/compile.ts";
import { operation } from "#server/http/operation.ts";
import { hitRange, rangeRecord } from "./hit-range.ts";
import { requireGuardrail } from "./require-guardrail.ts";

type WireHit = z.output<typeof GuardrailHit>;

export const getGuardrailHits = operation(endpoint)(async (gateway, { principal, params, query }) => {
  const range = hitRange(query, gateway.now());
  const guardrail = await requireGuardrail(gateway, principal, params.id);
  await gateway.rollups.catchUp();
  const rows = await readHits(gateway.database.queries, guardrail, range);
  return {
    data: {
      ...rangeRecord(range),
      granularity: range.span,
      rules: rulesOf(rows, guardrail),
      hits: rows.map(hitRecord),
    },
  };
});

/** Rows are in order of time, so the last one has a rule's latest name. */
function rulesOf(
  rows: readonly GuardrailHitRow[],
  { contentFilters }: GuardrailRow,
): z.output<typeof GuardrailHitRule>[] {
  const filters = (contentFilters ?? []) as { pattern: string }[];
  const patterns = new Map(filters.map(({ pattern }) => [patternId(pattern), pattern]));
  const names = new Map(rows.map(({ rule, ruleName }) => [rule, ruleName]));
  return [...names].map(([rule, name]) => ({ rule, rule_name: name, pattern: patterns.get(rule) ?? null }));
}

function hitRecord({ bucket, rule, action, direction, shadow, calls, matches }: GuardrailHitRow): WireHit {
  return {
    time: bucket.toISOString(),
    rule,
    action: action as WireHit["action"],
    shadow,
    direction: direction as WireHit["direction"],
    calls,
    matches,
  };
}
