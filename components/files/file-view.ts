"use client";

import { parseAsString } from "#components/ui/hooks/query-parsers.ts";
import { useQueryState } from "#components/ui/hooks/query-state.ts";

/** The file whose panel is open, stored in the address. */
export function usePeek() {
  return useQueryState("peek", parseAsString.withOptions({ history: "push", scroll: false }));
}
