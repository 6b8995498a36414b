"use client";

import { parseAsBoolean } from "#components/ui/hooks/query-parsers.ts";
import { useQueryState } from "#components/ui/hooks/query-state.ts";

/** Returns whether figures are compared with the previous period, stored in the URL for all tabs. */
export function useCompare() {
  return useQueryState("compare", parseAsBoolean.withDefault(false));
}
