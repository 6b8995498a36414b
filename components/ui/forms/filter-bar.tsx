"use client";

import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../display/button.tsx";

export type FilterChip = {
  id: string;
  /** "Status" */
  name: string;
  /** "active" */
  value: ReactNode;
  onRemove: () => void;
};

type FilterBarProps = {
  /** The search field and the controls that add filters. */
  children: ReactNode;
  chips: readonly FilterChip[];
  onClear: () => void;
  /** At the right end: result count, view switch, the primary action. */
  aside?: ReactNode;
};

/** Search and filters above a list; active filters are shown below as chips. */
export function FilterBar({ children, chips, onClear, aside }: FilterBarProps) {
  return (
    <search className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {children}
        {aside && <div className="ml-auto flex items-center gap-2">{aside}</div>}
      </div>
      {chips.length > 0 && <FilterChips chips={chips} onClear={onClear} />}
    </search>
  );
}

/** Only the active filters, for an empty result: "No keys match" and what to remove. */
export function FilterChips({ chips, onClear }: { chips: readonly FilterChip[]; onClear: () => void }) {
  return (
    <div data-filter-chips className="flex flex-wrap items-center gap-1.5">
      <span className="sr-only">{chips.length} active filters</span>
      {chips.map((chip) => (
        <button
          key={chip.id}
          type="button"
          onClick={chip.onRemove}
          className="inline-flex h-6 items-center gap-1 rounded-sm border border-line-strong bg-panel pr-1 pl-2 text-xs hover:bg-well pointer-coarse:h-11"
        >
          <span className="text-muted">{chip.name}</span> {chip.value}
          <X className="size-3 text-muted" aria-hidden />
          <span className="sr-only">, remove filter</span>
        </button>
      ))}
      <Button size="small" variant="ghost" onClick={onClear}>
        Clear all
      </Button>
    </div>
  );
}
