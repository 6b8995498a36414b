"use client";

import { parseAsInteger } from "#components/ui/hooks/query-parsers.ts";
import { useQueryStates } from "#components/ui/hooks/query-state.ts";

const parsers = { offset: parseAsInteger.withDefault(0), limit: parseAsInteger.withDefault(25) };

/** The current page of the adjustments, stored in the address. */
export function useAdjustmentView() {
  return useQueryStates(parsers, { history: "push", scroll: false });
}
