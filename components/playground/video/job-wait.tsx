"use client";

import { RefreshCw } from "lucide-react";
import { useSyncExternalStore } from "react";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { formatDuration } from "#lib/format-time.ts";
import type { StoredJob } from "./stored-jobs.ts";
import type { WatchedJob } from "./use-job.ts";

const STATUS_LABELS: Record<string, string> = {
  pending: "Waiting for the provider",
  in_progress: "The provider is generating the video",
};

/** A job in progress: its state, elapsed time, and next poll. */
export function JobWait({ kept, watched }: { kept: StoredJob; watched: WatchedJob }) {
  const { job, error, isFetching, refetch, nextLookMs } = watched;
  const nowMs = useSecond();
  const left = Math.max(0, Math.ceil((nextLookMs - nowMs) / 1000));
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-1 text-muted text-xs">
        <span>{STATUS_LABELS[job?.status ?? "pending"] ?? "Unknown state"}</span>
        <span>
          Elapsed <span className="text-ink tabular-nums">{formatElapsed(nowMs - kept.begunAtMs)}</span>
        </span>
        <span className="tabular-nums">{isFetching || left === 0 ? "Checking now" : `Next check in ${left} s`}</span>
        <IconButton size="small" label="Check now" onClick={() => void refetch()}>
          <RefreshCw aria-hidden />
        </IconButton>
      </p>
      {error && <p className="text-bad text-xs">The last check failed: {error.message}</p>}
    </div>
  );
}

function formatElapsed(ms: number): string {
  return formatDuration(Math.max(1000, Math.floor(ms / 1000) * 1000));
}

/** Returns the time, updated each second. */
function useSecond(): number {
  return useSyncExternalStore(
    everySecond,
    () => Math.floor(Date.now() / 1000) * 1000,
    () => 0,
  );
}

function everySecond(changed: () => void): () => void {
  const timer = setInterval(changed, 1000);
  return () => clearInterval(timer);
}
