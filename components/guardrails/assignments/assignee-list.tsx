"use client";

import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { useKeySearch } from "#components/shell/commands/use-key-search.ts";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { Combobox } from "#components/ui/forms/combobox.tsx";
import type { ComboboxOption } from "#components/ui/forms/combobox-layer.tsx";
import { ConfirmPopover } from "#components/ui/overlays/confirm-popover.tsx";

type AssigneeRow = { id: string; name: string; detail: ReactNode; by: string | null; since: string };

type AssigneeListProps = {
  title: string;
  /** "key" */
  noun: string;
  rows: readonly AssigneeRow[];
  options: readonly ComboboxOption[];
  /** For options searched on the server; see `useKeySearch`. */
  picker?: ReturnType<typeof useKeySearch>["picker"];
  note?: ReactNode;
  onAdd: (id: string) => void;
  onRemove: (row: AssigneeRow) => void;
};

/** The assignees of a guardrail, with controls to add and remove them. */
export function AssigneeList({ title, noun, rows, options, picker, note, onAdd, onRemove }: AssigneeListProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="font-medium text-base">
          {title} <span className="font-normal text-muted text-sm">{rows.length}</span>
        </h2>
        <Combobox
          aria-label={`Assign to a ${noun}`}
          className="w-64 max-sm:w-full"
          placeholder={`Assign to a ${noun}`}
          empty={`No more ${noun}s`}
          options={options}
          value={undefined}
          onValueChange={onAdd}
          {...picker}
        />
      </header>
      {note && <p className="text-muted text-xs">{note}</p>}
      {rows.length === 0 ? (
        <p className="border-y py-3 text-muted text-sm">Not assigned to any {noun}.</p>
      ) : (
        <ul className="divide-y border-y">
          {rows.map((row) => (
            <li key={row.id} className="flex min-h-(--row) items-center gap-3 py-1 text-sm">
              <span className="min-w-0 flex-1">
                <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
                  <span className="min-w-0 truncate font-medium">{row.name}</span>
                  <span className="font-mono text-muted text-xs">{row.detail}</span>
                </span>
                <span className="text-muted text-xs sm:hidden">
                  <Time value={row.since} />
                  {row.by && ` by ${row.by}`}
                </span>
              </span>
              <span className="shrink-0 text-muted text-xs max-sm:hidden">
                <Time value={row.since} />
                {row.by && ` by ${row.by}`}
              </span>
              <ConfirmPopover
                question={`Remove the guardrail from ${row.name}?`}
                action={`Remove ${noun}`}
                onConfirm={() => onRemove(row)}
                trigger={
                  <IconButton label={`Remove ${row.name}`} tooltip={false} size="small">
                    <X aria-hidden />
                  </IconButton>
                }
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
