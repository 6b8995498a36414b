"use client";

import { parseAsInteger, parseAsString, parseAsStringLiteral } from "#components/ui/hooks/query-parsers.ts";
import { useQueryStates } from "#components/ui/hooks/query-state.ts";
import type { Guardrail } from "../guardrail.ts";
import type { Recent } from "../hits/use-hits.ts";

export const GUARDRAIL_COLUMNS = ["name", "found", "changed"] as const;

const parsers = {
  q: parseAsString.withDefault(""),
  sort: parseAsStringLiteral(GUARDRAIL_COLUMNS),
  order: parseAsStringLiteral(["asc", "desc"]).withDefault("asc"),
  offset: parseAsInteger.withDefault(0),
  limit: parseAsInteger.withDefault(50),
};

/** The filters of the guardrails, stored in the address. */
export function useGuardrailView() {
  const [view, setView] = useQueryStates(parsers, { history: "push", scroll: false });
  return { view, setView };
}

export type GuardrailView = ReturnType<typeof useGuardrailView>["view"];

/** Sorts guardrails by a view; without a view the default one comes first, then by name. */
export function sortGuardrails(
  guardrails: readonly Guardrail[],
  { sort, order }: Pick<GuardrailView, "sort" | "order">,
  foundBy: ((id: string) => Recent) | undefined,
): Guardrail[] {
  const usual = guardrails.toSorted((a, b) => Number(b.is_default) - Number(a.is_default) || byName(a, b));
  if (!sort) return usual;
  const turn = order === "asc" ? 1 : -1;
  if (sort === "name") return usual.toSorted((a, b) => turn * byName(a, b));
  const value = (one: Guardrail) =>
    sort === "found" ? (foundBy?.(one.id).matches ?? 0) : Date.parse(one.updated_at ?? one.created_at);
  return usual.toSorted((a, b) => turn * (value(a) - value(b)));
}

function byName(a: Guardrail, b: Guardrail): number {
  return a.name.localeCompare(b.name, "en", { numeric: true });
}
