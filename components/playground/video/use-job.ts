"use client";

import { useQuery } from "@tanstack/react-query";
import { query } from "#lib/api/query.ts";
import { listVideos } from "#lib/contract/videos.ts";
import { addressEndMs, pauseOf } from "#lib/video-polling.ts";
import { isSettled } from "#lib/video-states.ts";
import type { StoredJob } from "./kept-jobs.ts";

/**
 * A job as it is now, by the list, which tells when it began and when its video goes. While it is under way it is asked
 * for again, ever more rarely, as long as the page is looked at; one that is done once more when its addresses end to
 * hold.
 */
export function useJob({ id, begunAtMs }: StoredJob) {
  const pauseFrom = (askedAtMs: number) => pauseOf(askedAtMs - begunAtMs);
  const { data, error, refetch, isFetching, dataUpdatedAt, errorUpdatedAt } = useQuery({
    ...query(listVideos, { query: { id } }),
    refetchInterval: ({ state }) => {
      const seen = state.data?.data[0];
      if (state.data && !seen) return false;
      if (!seen || !isSettled(seen.status)) return pauseFrom(Math.max(state.dataUpdatedAt, state.errorUpdatedAt));
      const endMs = addressEndMs(seen.unsigned_urls?.[0]);
      return endMs === undefined ? false : Math.max(1000, endMs - state.dataUpdatedAt);
    },
  });
  const job = data?.data[0];
  const askedAtMs = Math.max(dataUpdatedAt, errorUpdatedAt);
  return {
    job,
    /** The gateway has none of this name in the workspace. */
    isGone: data !== undefined && !job,
    isOver: job !== undefined && isSettled(job.status),
    error,
    refetch,
    isFetching,
    nextLookMs: askedAtMs + pauseFrom(askedAtMs),
  };
}

export type WatchedJob = ReturnType<typeof useJob>;
export type VideoEntry = NonNullable<WatchedJob["job"]>;
