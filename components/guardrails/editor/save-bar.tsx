"use client";

import { Button } from "#components/ui/display/button.tsx";
import { Kbd } from "#components/ui/display/kbd.tsx";
import type { Issue } from "./issues.ts";

type SaveBarProps = { count: number; issues: readonly Issue[]; onDiscard: () => void; onReview: () => void };

/** Unsaved changes and their buttons; always visible. */
export function SaveBar({ count, issues, onDiscard, onReview }: SaveBarProps) {
  const [first] = issues;
  return (
    <div className="sticky bottom-3 z-10 mt-4 flex flex-wrap items-center justify-end gap-2 rounded-lg bg-raised px-4 py-2.5 shadow-lg">
      <span className="mr-auto text-sm" role="status">
        {count} unsaved {count === 1 ? "change" : "changes"}
        {first && <span className="block text-bad text-xs">{first.message}</span>}
      </span>
      <Button onClick={onDiscard}>Discard</Button>
      <Button variant="filled" onClick={onReview} disabled={issues.length > 0}>
        Review and save
        <span className="max-md:hidden">
          <Kbd keys="⌘ S" inverted />
        </span>
      </Button>
    </div>
  );
}
