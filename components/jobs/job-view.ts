"use client";

import { parseAsInteger, parseAsString, useQueryState } from "nuqs";

/** The job whose panel is open, stored in the address. */
export function usePeek() {
  return useQueryState("peek", parseAsString.withOptions({ history: "push", scroll: false }));
}

/** The number of jobs to skip in the list, stored in the address. */
export function useOffset() {
  return useQueryState("offset", parseAsInteger.withDefault(0).withOptions({ history: "push" }));
}
