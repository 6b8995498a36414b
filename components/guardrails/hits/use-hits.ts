"use client";

import { useQuery } from "@tanstack/react-query";
import { query } from "#lib/api/query.ts";
import type { ResponseOf } from "#lib/contract/endpoint.ts";
import { getGuardrailHits, listGuardrailHits } from "#lib/contract/guardrail-hits.ts";

export type Hits = ResponseOf<typeof getGuardrailHits>["data"];

/** The findings of a rule or guardrail in the last seven days. */
export type Recent = { matches: number; shadow: number };

const NOTHING: Recent = { matches: 0, shadow: 0 };

/** By the slug of a built-in rule or the expression of a custom pattern; undefined while loading. */
export function useRuleHits(id: string): ((rule: string) => Recent) | undefined {
  const { data } = useQuery(query(getGuardrailHits, { params: { id } }));
  if (!data) return undefined;
  const { rules, hits } = data.data;
  const names = new Map(rules.map(({ rule, pattern }) => [rule, pattern ?? rule]));
  const found = sumByName(hits, ({ rule }) => names.get(rule) ?? rule);
  return (rule) => found.get(rule) ?? NOTHING;
}

/** The same for each guardrail of the workspace, by id. */
export function useGuardrailHits(): ((id: string) => Recent) | undefined {
  const { data } = useQuery(query(listGuardrailHits));
  if (!data) return undefined;
  const found = sumByName(data.data.hits, (hit) => hit.guardrail_id);
  return (id) => found.get(id) ?? NOTHING;
}

function sumByName<Hit extends { matches: number; shadow: boolean }>(
  hits: readonly Hit[],
  nameOf: (hit: Hit) => string,
): ReadonlyMap<string, Recent> {
  const found = new Map<string, Recent>();
  for (const hit of hits) {
    const known = found.get(nameOf(hit)) ?? NOTHING;
    found.set(nameOf(hit), {
      matches: known.matches + hit.matches,
      shadow: known.shadow + (hit.shadow ? hit.matches : 0),
    });
  }
  return found;
}
