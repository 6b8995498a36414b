"use client";

import { parseAsStringLiteral } from "#components/ui/hooks/query-parsers.ts";
import { useQueryState } from "#components/ui/hooks/query-state.ts";

/** Returns what the charts are split by, as in the address, and a function that changes it. */
export function useSplit() {
  return useQueryState("by", parseAsStringLiteral(["model", "key", "user"]).withDefault("model"));
}
