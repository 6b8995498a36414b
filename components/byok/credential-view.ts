"use client";

import { parseAsBoolean, parseAsString, useQueryStates } from "nuqs";

const parsers = {
  /** The provider key whose panel is open. */
  peek: parseAsString,
  /** The provider that alone is shown. */
  provider: parseAsString,
  create: parseAsBoolean.withDefault(false),
};

/** What of the provider keys is shown, kept in the address. */
export function useCredentialView() {
  const [view, setView] = useQueryStates(parsers, { history: "push", scroll: false });
  return { view, setView };
}
