"use client";

import { parseAsInteger, parseAsString } from "#components/ui/hooks/query-parsers.ts";
import { useQueryState } from "#components/ui/hooks/query-state.ts";

/** The job whose panel is open, stored in the address. */
export function usePeek() {
  return useQueryState("peek", parseAsString.withOptions({ history: "push", scroll: false }));
}

/** The number of jobs to skip in the list, stored in the address. */
export function useOffset() {
  return useQueryState("offset", parseAsInteger.withDefault(0).withOptions({ history: "push" }));
}
