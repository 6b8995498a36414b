"use client";

import { Button } from "#components/ui/display/button.tsx";
import { formatCount } from "#lib/format.ts";
import { useOffset } from "./job-view.ts";
import { PAGE } from "./use-jobs.ts";

/** The position in the list of jobs, with paging buttons. */
export function JobPages({ total }: { total: number }) {
  const [offset, setOffset] = useOffset();
  const last = Math.min(offset + PAGE, total);
  return (
    <nav aria-label="Pages of jobs" className="flex flex-wrap items-center justify-between gap-3 px-2 py-3 text-sm">
      <p className="text-muted" aria-live="polite">
        {formatCount(Math.min(offset + 1, total))} to {formatCount(last)} of {formatCount(total)}{" "}
        {total === 1 ? "job" : "jobs"}
      </p>
      {total > PAGE && (
        <div className="flex gap-2">
          <Button size="small" disabled={offset === 0} onClick={() => void setOffset(Math.max(0, offset - PAGE))}>
            Newer
          </Button>
          <Button size="small" disabled={last >= total} onClick={() => void setOffset(offset + PAGE)}>
            Older
          </Button>
        </div>
      )}
    </nav>
  );
}
