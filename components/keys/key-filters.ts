"use client";

import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import type { SortDirection } from "#components/ui/table.tsx";
import { KEY_STATUSES, type Key, type KeyStatus, keyStatus } from "./key-status.tsx";

export const KEY_COLUMNS = ["name", "spend", "limit", "created", "used"] as const;
export type KeyColumn = (typeof KEY_COLUMNS)[number];

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

/** What of the key list is shown, kept in the address. Anything but a page change goes back to the first page. */
export function useKeyView() {
  const [view, setView] = useQueryStates(parsers, { history: "push", scroll: false });
  const narrow = (change: Partial<typeof view>, history: "push" | "replace" = "push") =>
    void setView({ ...change, offset: 0 }, { history });
  const clear = () => narrow({ q: "", status: null, unused: null });
  return { view, setView, narrow, clear };
}

export type KeyView = ReturnType<typeof useKeyView>["view"];

const DAY_MS = 86_400_000;

/** The keys a view keeps, in its order; equal ones newest first. */
export function shownKeys(keys: readonly Key[], view: KeyView, nowMs: number): Key[] {
  const wanted = view.q.trim().toLowerCase();
  const kept = keys.filter(
    (key) =>
      (wanted === "" || `${key.name}\n${key.label}\n${key.hash}`.toLowerCase().includes(wanted)) &&
      (!view.status || keyStatus(key, nowMs) === view.status) &&
      (!view.unused || lastUse(key) < nowMs - view.unused * DAY_MS),
  );
  const newest = kept.toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
  return view.sort ? newest.toSorted(comparison(view.sort, view.order)) : newest;
}

/** How many keys are in each state. */
export function statusCounts(keys: readonly Key[], nowMs: number): Partial<Record<KeyStatus, number>> {
  const counts: Partial<Record<KeyStatus, number>> = {};
  for (const key of keys) {
    const status = keyStatus(key, nowMs);
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

/** A key never used counts from its creation: a new one is not yet idle. */
function lastUse(key: Key): number {
  return Date.parse(key.last_used_at ?? key.created_at);
}

function comparison(column: KeyColumn, direction: SortDirection): (a: Key, b: Key) => number {
  const turn = direction === "asc" ? 1 : -1;
  if (column === "name") return (a, b) => turn * a.name.localeCompare(b.name, "en", { numeric: true });
  const value = VALUES[column];
  return (a, b) => turn * (value(a) - value(b)) || 0;
}

const VALUES: Record<Exclude<KeyColumn, "name">, (key: Key) => number> = {
  spend: (key) => key.usage_monthly,
  limit: (key) => (key.limit === null ? Number.MAX_SAFE_INTEGER : key.limit),
  created: (key) => Date.parse(key.created_at),
  used: (key) => (key.last_used_at ? Date.parse(key.last_used_at) : 0),
};
