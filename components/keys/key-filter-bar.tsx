"use client";

import { useEffect, useMemo, useRef } from "react";
import { useShortcuts } from "#components/shell/commands/shortcuts.ts";
import { FilterBar, type FilterChip } from "#components/ui/forms/filter-bar.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { formatCount } from "#lib/format.ts";
import { type KeyView, useKeyView } from "./key-filters.ts";
import { KEY_STATUSES, type KeyStatus, statusLabel } from "./key-status.tsx";

const ANY = "any";
const UNUSED_DAYS = [7, 30, 90] as const;

/** Search, status and idle filter of the key list. */
export function KeyFilterBar({ counts }: { counts: Partial<Record<KeyStatus, number>> }) {
  const { view, narrow, clear } = useKeyView();
  const search = useRef<HTMLInputElement>(null);
  useShortcuts(
    useMemo(() => [{ keys: "/", label: "Search keys", group: "This page", run: () => search.current?.focus() }], []),
  );
  useEffect(() => {
    if (search.current && search.current !== document.activeElement) search.current.value = view.q;
  }, [view.q]);
  return (
    <FilterBar chips={keyChips(view, narrow)} onClear={clear}>
      <Input
        ref={search}
        type="search"
        aria-label="Search keys"
        placeholder="Name, last characters or hash"
        defaultValue={view.q}
        onChange={(event) => narrow({ q: event.target.value }, "replace")}
        className="w-full sm:w-64"
      />
      <Select
        aria-label="Status"
        className="w-40 max-sm:flex-1"
        value={view.status ?? ANY}
        onValueChange={(status) => narrow({ status: status === ANY ? null : status })}
        options={[
          { value: ANY, label: "Any status" },
          ...KEY_STATUSES.map((status) => ({
            value: status,
            label: `${statusLabel(status)} (${formatCount(counts[status] ?? 0)})`,
          })),
        ]}
      />
      <Select
        aria-label="Use"
        className="w-44 max-sm:flex-1"
        value={String(view.unused ?? ANY)}
        onValueChange={(days) => narrow({ unused: days === ANY ? null : Number(days) })}
        options={[
          { value: ANY, label: "Any use" },
          ...UNUSED_DAYS.map((days) => ({ value: String(days), label: `Unused for ${days} days` })),
        ]}
      />
    </FilterBar>
  );
}

/** Returns the active filters of a view as chips that remove them. */
export function keyChips(view: KeyView, narrow: ReturnType<typeof useKeyView>["narrow"]): FilterChip[] {
  const chips: FilterChip[] = [];
  if (view.q) chips.push({ id: "q", name: "Search", value: view.q, onRemove: () => narrow({ q: "" }) });
  if (view.status) {
    chips.push({
      id: "status",
      name: "Status",
      value: statusLabel(view.status),
      onRemove: () => narrow({ status: null }),
    });
  }
  if (view.unused) {
    const value = `${view.unused} days`;
    chips.push({ id: "unused", name: "Unused for", value, onRemove: () => narrow({ unused: null }) });
  }
  return chips;
}
