"use client";

import { parseAsBoolean, parseAsString } from "#components/ui/hooks/query-parsers.ts";
import { useQueryStates } from "#components/ui/hooks/query-state.ts";

const parsers = {
  /** The provider key whose panel is open. */
  peek: parseAsString,
  /** The only provider to show. */
  provider: parseAsString,
  create: parseAsBoolean.withDefault(false),
};

/** The filters of the provider keys, stored in the address. */
export function useCredentialView() {
  const [view, setView] = useQueryStates(parsers, { history: "push", scroll: false });
  return { view, setView };
}
