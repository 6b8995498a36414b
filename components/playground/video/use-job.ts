"use client";

import { useQuery } from "@tanstack/react-query";
import { query } from "#lib/api/query.ts";
import { listVideos } from "#lib/contract/videos.ts";
import { addressEndMs, pauseOf } from "#lib/video-polling.ts";
import { isSettled } from "#lib/video-states.ts";
import { mayNotify } from "./notify-job.ts";
import type { StoredJob } from "./stored-jobs.ts";

/**
 * Reads a job from the list, which has its start and its videos' expiry. Polls it while it is in progress and the page
 * is visible (or the user wants a notification), less and less often; a finished one is read again when its addresses expire.
 */
export function useJob({ id, begunAtMs }: StoredJob) {
  const pauseFrom = (checkedAtMs: number) => pauseOf(checkedAtMs - begunAtMs);
  const { data, error, refetch, isFetching, dataUpdatedAt, errorUpdatedAt } = useQuery({
    ...query(listVideos, { query: { id } }),
    // Otherwise only while the page is visible.
    refetchIntervalInBackground: mayNotify(),
    refetchInterval: ({ state }) => {
      const seen = state.data?.data[0];
      if (state.data && !seen) return false;
      if (!seen || !isSettled(seen.status)) return pauseFrom(Math.max(state.dataUpdatedAt, state.errorUpdatedAt));
      const endMs = addressEndMs(seen.unsigned_urls?.[0]);
      return endMs === undefined ? false : Math.max(1000, endMs - state.dataUpdatedAt);
    },
  });
  const job = data?.data[0];
  const checkedAtMs = Math.max(dataUpdatedAt, errorUpdatedAt);
  return {
    job,
    /** The workspace has no such job. */
    isGone: data !== undefined && !job,
    isOver: job !== undefined && isSettled(job.status),
    error,
    refetch,
    isFetching,
    nextLookMs: checkedAtMs + pauseFrom(checkedAtMs),
  };
}

export type WatchedJob = ReturnType<typeof useJob>;
export type VideoEntry = NonNullable<WatchedJob["job"]>;
