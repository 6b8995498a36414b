"use client";

import { type FormEvent, useRef } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { FilterBar, type FilterChip } from "#components/ui/forms/filter-bar.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import { REJECTION_REASONS } from "#lib/contract/rejections.ts";
import { REJECTION_WORDS } from "#lib/rejection-words.ts";
import { OUTCOMES } from "./log-status.tsx";
import { type LogView, type NarrowLogs, useLogView } from "./use-log-view.ts";

const FIELDS = [
  { value: "model", label: "Model" },
  { value: "provider", label: "Provider" },
  { value: "session", label: "Session" },
  { value: "user", label: "End user" },
  { value: "request", label: "Request ID" },
  { value: "key", label: "Key hash" },
] as const;

const REASONS = REJECTION_REASONS.map((value) => ({ value, label: REJECTION_WORDS[value] }));

/** Filters the list by outcome and by exact field values; the rows' own buttons set values too. */
export function LogFilterBar() {
  const { view, narrow, clear } = useLogView();
  return (
    <FilterBar chips={logChips(view, narrow)} onClear={clear}>
      <Select
        aria-label="Status"
        className="w-40"
        options={[{ value: "all", label: "Any status" }, ...OUTCOMES]}
        value={view.status ?? "all"}
        onValueChange={(value) => narrow({ status: value === "all" ? null : value })}
      />
      <Select
        aria-label="Reason for the rejection"
        className="w-52"
        options={[{ value: "any", label: "Any reason" }, ...REASONS]}
        value={view.reason ?? "any"}
        onValueChange={(value) => narrow({ reason: value === "any" ? null : value })}
      />
      <FieldFilter narrow={narrow} />
    </FilterBar>
  );
}

function FieldFilter({ narrow }: { narrow: NarrowLogs }) {
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const data = new FormData(form.current ?? undefined);
    const text = String(data.get("value")).trim();
    if (text) narrow({ [String(data.get("field"))]: text });
    form.current?.reset();
  };
  return (
    <form ref={form} onSubmit={submit} className="flex items-center gap-2 max-sm:w-full">
      <select
        name="field"
        aria-label="Field"
        className="select h-8 rounded-md border border-edge bg-raised pr-7 pl-2.5 text-sm pointer-coarse:h-11"
      >
        {FIELDS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Input name="value" aria-label="Value" placeholder="exact value" className="w-full sm:w-56" />
      <Button type="submit">Filter</Button>
    </form>
  );
}

/** Returns the active filters as chips that remove them. */
export function logChips(view: LogView, narrow: NarrowLogs): FilterChip[] {
  const fields = [
    { value: "status", label: "Status" } as const,
    { value: "reason", label: "Rejected for" } as const,
    ...FIELDS,
  ];
  return fields.flatMap(({ value: field, label }) => {
    const value = field === "reason" ? view.reason && REJECTION_WORDS[view.reason] : view[field];
    return value ? [{ id: field, name: label, value, onRemove: () => narrow({ [field]: null }) }] : [];
  });
}
