"use client";

import { parseAsInteger, parseAsString, parseAsStringLiteral } from "#components/ui/hooks/query-parsers.ts";
import { useQueryStates } from "#components/ui/hooks/query-state.ts";
import { KEY_STATUSES } from "./key-status.tsx";

export const KEY_COLUMNS = ["name", "spend", "limit", "created", "used"] as const;

const parsers = {
  kind: parseAsStringLiteral(["normal", "management"]).withDefault("normal"),
  q: parseAsString.withDefault(""),
  status: parseAsStringLiteral(KEY_STATUSES),
  unused: parseAsInteger,
  sort: parseAsStringLiteral(KEY_COLUMNS),
  order: parseAsStringLiteral(["asc", "desc"]).withDefault("asc"),
  offset: parseAsInteger.withDefault(0),
  limit: parseAsInteger.withDefault(50),
};

/** The filters of the key list, stored in the address. Anything except a page change returns to the first page. */
export function useKeyView() {
  const [view, setView] = useQueryStates(parsers, { history: "push", scroll: false });
  const narrow = (change: Partial<typeof view>, history: "push" | "replace" = "push") =>
    void setView({ ...change, offset: 0 }, { history });
  const clear = () => narrow({ q: "", status: null, unused: null });
  return { view, setView, narrow, clear };
}

export type KeyView = ReturnType<typeof useKeyView>["view"];
