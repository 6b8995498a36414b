"use client";

import { X } from "lucide-react";
import { Button } from "#components/ui/display/button.tsx";
import { COMPARE_MOST, useCompared } from "./model-filters.ts";

/** The models selected so far, at the bottom of the window. */
export function CompareBar() {
  const { compared, toggle, clear, setOpen } = useCompared();
  if (compared.length === 0) return null;
  return (
    <section
      aria-label="Models to compare"
      className="sticky bottom-3 z-10 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-lg bg-raised px-3 py-2 shadow-lg"
    >
      <ul className="flex min-w-0 flex-wrap gap-1 max-sm:hidden">
        {compared.map((id) => (
          <li
            key={id}
            className="flex h-6 items-center rounded-sm border border-line-strong bg-well pl-2 font-mono text-xs"
          >
            {id}
            <button
              type="button"
              aria-label={`Remove ${id}`}
              onClick={() => toggle(id)}
              className="flex size-6 items-center justify-center text-muted hover:text-ink pointer-coarse:size-11"
            >
              <X className="size-3" aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <span className="text-muted text-xs" role="status">
        {compared.length} of {COMPARE_MOST}
        <span className="sm:sr-only"> models selected</span>
      </span>
      <Button size="small" disabled={compared.length < 2} onClick={() => setOpen(true)}>
        Compare
      </Button>
      <Button size="small" variant="ghost" onClick={clear}>
        Clear
      </Button>
    </section>
  );
}
