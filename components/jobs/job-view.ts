"use client";

import { parseAsInteger, parseAsString, useQueryState } from "nuqs";

/** The job whose panel is open, kept in the address. */
export function usePeek() {
  return useQueryState("peek", parseAsString.withOptions({ history: "push", scroll: false }));
}

/** How many jobs the list passes over, kept in the address. */
export function useOffset() {
  return useQueryState("offset", parseAsInteger.withDefault(0).withOptions({ history: "push" }));
}
