"use client";

import { parseAsInteger, parseAsString, parseAsStringLiteral } from "#components/ui/hooks/query-parsers.ts";
import { useQueryStates } from "#components/ui/hooks/query-state.ts";

/** What the lines are for. */
const CHARGED_TO = ["key", "tag"] as const;

const parsers = {
  month: parseAsString,
  workspace: parseAsString,
  by: parseAsStringLiteral(CHARGED_TO).withDefault("key"),
  offset: parseAsInteger.withDefault(0),
  limit: parseAsInteger.withDefault(50),
};

/** The report's month and workspace and the page of its table, stored in the address. */
export function useChargebackView() {
  return useQueryStates(parsers, { history: "push", scroll: false });
}
