"use client";

import { parseAsString, useQueryState } from "nuqs";

/** The file whose panel is open, stored in the address. */
export function usePeek() {
  return useQueryState("peek", parseAsString.withOptions({ history: "push", scroll: false }));
}
